// Reciprocal square roots by the device's estimate. Beside each root stand two additions, which run
// on other units and take an eighth of the issue slots each.
#include <algorithm>
#include <cmath>

#include "gpu/probe/kinds.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/inverse_root.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/multiprocessors.hpp"

namespace tycho::gpu::probe {

namespace {

constexpr int kThreads = 256, kBlocksEach = 8, kChains = 8, kUnrolled = 16;

// From 1 on in steps of 2^-10: exact up to 2^14.
__host__ __device__ float start_of(int thread, int chain) {
  return 1 + static_cast<float>(thread % 31 * kChains + chain) / 64;
}
constexpr float kStep = 1.0f / 1024;

__global__ void __launch_bounds__(kThreads) rsqrt_kernel(float step, int links, float* sums) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  float x[kChains], sum[kChains];
#pragma unroll
  for (int c = 0; c < kChains; ++c) {
    x[c] = start_of(thread, c);
    sum[c] = 0;
  }
  for (int done = 0; done < links; done += kUnrolled) {
#pragma unroll
    for (int u = 0; u < kUnrolled; ++u) {
#pragma unroll
      for (int c = 0; c < kChains; ++c) {
        sum[c] += inverse_root(x[c]);
        x[c] += step;
      }
    }
  }
  float all = 0;
#pragma unroll
  for (int c = 0; c < kChains; ++c) all += sum[c];
  sums[thread] = all;
}

}  // namespace

std::vector<Probed> rsqrt(const ProbeOptions& options) {
  Stream stream;
  const unsigned blocks = static_cast<unsigned>(multiprocessors()) * kBlocksEach;
  const int threads = static_cast<int>(blocks) * kThreads;
  Buffer<float> sums(static_cast<std::size_t>(threads), stream);
  const int links = options.small ? 64 : 2048;
  Probed rate{"rsqrt", "rsqrt.approx, fp32", std::to_string(threads) + " threads of 8 sums", "G/s"};
  rate.work = static_cast<double>(kChains) * links * threads;
  rate.seconds = sample(stream, options, [&] {
    launch(rsqrt_kernel, {blocks, kThreads}, stream, kStep, links, sums.data());
  });
  rate.checked = "every thread's sum of 1 / sqrt(x), relative";
  // The estimate's own error, and the bound of the rounding of the whole sum in single precision.
  rate.limit = std::ldexp(1.0, -22) + links * std::ldexp(1.0, -24);
  const std::vector<float> found = sums.download(stream);
  // Threads that start alike end alike: 31 different ones.
  for (int t = 0; t < 31; ++t) {
    double sum = 0;
    for (int c = 0; c < kChains; ++c)
      for (int k = 0; k < links; ++k)
        sum += 1 / std::sqrt(static_cast<double>(start_of(t, c)) + k * static_cast<double>(kStep));
    for (int same = t; same < threads; same += 31) {
      const double error =
          std::abs(static_cast<double>(found[static_cast<std::size_t>(same)]) - sum) / sum;
      if (!(error <= rate.error)) rate.error = error;
    }
  }
  return {rate};
}

}  // namespace tycho::gpu::probe
