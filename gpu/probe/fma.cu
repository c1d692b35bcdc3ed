// Fused multiply-adds in chains: x = a x + b with a = 1, given at run time so that nothing is left
// out, which ends at x + n b: exact in either precision.
#include <algorithm>
#include <cmath>

#include "gpu/probe/kinds.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/multiprocessors.hpp"

namespace tycho::gpu::probe {

namespace {

constexpr int kThreads = 256, kBlocksEach = 8;  // 2048 threads: a full multiprocessor
constexpr int kChains = 8;                      // of a thread: more than a pipe is deep
constexpr int kUnrolled = 32;

// Where a chain starts and how far a link goes: multiples of 2^-7 and 2^-16, so that with at most
// 2^16 links every value has at most 24 bits.
__host__ __device__ double start_of(int thread, int chain) {
  return 1 + thread % 61 / 128.0 + chain / 16.0;
}
__host__ __device__ double link_of(int thread) { return (1 + thread % 3) / 65536.0; }

template <typename Real>
__global__ void __launch_bounds__(kThreads) fma_kernel(Real a, int links, Real* ends) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const Real b = static_cast<Real>(link_of(thread));
  Real x[kChains];
#pragma unroll
  for (int c = 0; c < kChains; ++c) x[c] = static_cast<Real>(start_of(thread, c));
  for (int done = 0; done < links; done += kUnrolled) {
#pragma unroll
    for (int u = 0; u < kUnrolled; ++u) {
#pragma unroll
      for (int c = 0; c < kChains; ++c) x[c] = ::fma(a, x[c], b);
    }
  }
  Real sum = 0;
#pragma unroll
  for (int c = 0; c < kChains; ++c) sum += x[c];
  ends[thread] = sum;
}

template <typename Real>
Probed measure(const ProbeOptions& options, const char* id, const char* label) {
  Stream stream;
  const unsigned blocks = static_cast<unsigned>(multiprocessors()) * kBlocksEach;
  const int threads = static_cast<int>(blocks) * kThreads;
  Buffer<Real> ends(static_cast<std::size_t>(threads), stream);
  const int links = options.small ? 1 << 8 : 1 << 14;
  const auto enqueue = [&] {
    launch(fma_kernel<Real>, {blocks, kThreads}, stream, Real(1), links, ends.data());
  };
  Probed rate{id, label, std::to_string(threads) + " threads of 8 chains", "GFLOP/s"};
  rate.work = 2.0 * kChains * links * threads;
  rate.seconds = sample(stream, options, enqueue);
  rate.checked = "the end of every thread's chains, exactly";
  const std::vector<Real> found = ends.download(stream);
  for (int t = 0; t < threads; ++t) {
    double sum = 0;
    for (int c = 0; c < kChains; ++c) sum += start_of(t, c) + links * link_of(t);
    rate.error += static_cast<double>(found[static_cast<std::size_t>(t)]) == sum ? 0 : 1;
  }
  return rate;
}

}  // namespace

std::vector<Probed> fma(const ProbeOptions& options) {
  return {measure<float>(options, "fma_fp32", "fused multiply-add, fp32"),
          measure<double>(options, "fma_fp64", "fused multiply-add, fp64")};
}

}  // namespace tycho::gpu::probe
