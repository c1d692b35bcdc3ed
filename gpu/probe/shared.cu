// Shared memory read 16 bytes a thread and access, all banks at work.
#include "gpu/probe/kinds.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/multiprocessors.hpp"

namespace tycho::gpu::probe {

namespace {

constexpr int kThreads = 256, kBlocksEach = 4;
constexpr int kHeld = 2048;   // of 16 bytes: 32 KiB a block
constexpr int kUnrolled = 8;  // the whole array in one round of the loop
static_assert(kHeld == kThreads * kUnrolled);

// Small whole numbers, whose sums are exact.
__host__ __device__ int value_of(int index, int part) { return (index + 3 * part) % 7; }

__global__ void __launch_bounds__(kThreads) shared_kernel(int rounds, int shift, float4* sums) {
  __shared__ float4 held[kHeld];
  for (int i = static_cast<int>(threadIdx.x); i < kHeld; i += kThreads)
    held[i] = make_float4(static_cast<float>(value_of(i, 0)), static_cast<float>(value_of(i, 1)),
                          static_cast<float>(value_of(i, 2)), static_cast<float>(value_of(i, 3)));
  __syncthreads();
  float4 sum = make_float4(0, 0, 0, 0);
  int first = static_cast<int>(threadIdx.x);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int u = 0; u < kUnrolled; ++u) {
      // Volatile: what is read again is read again.
      float4 v;
      const auto at = static_cast<unsigned>(
          __cvta_generic_to_shared(held + ((first + u * kThreads) & (kHeld - 1))));
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                   : "r"(at));
      sum.x += v.x;
      sum.y += v.y;
      sum.z += v.z;
      sum.w += v.w;
    }
    first += shift;
  }
  sums[blockIdx.x * kThreads + threadIdx.x] = sum;
}

}  // namespace

std::vector<Probed> shared(const ProbeOptions& options) {
  Stream stream;
  const unsigned blocks = static_cast<unsigned>(multiprocessors()) * kBlocksEach;
  const std::size_t threads = std::size_t{blocks} * kThreads;
  Buffer<float4> sums(threads, stream);
  const int rounds = options.small ? 16 : 1024, shift = 8;
  Probed rate{"shared", "shared memory, read", "32 KiB a block, 4 blocks a multiprocessor", "GB/s"};
  rate.work = 16.0 * kUnrolled * rounds * static_cast<double>(threads);
  rate.seconds = sample(stream, options, [&] {
    launch(shared_kernel, {blocks, kThreads}, stream, rounds, shift, sums.data());
  });
  rate.checked = "every thread's sums, exactly";
  const std::vector<float4> found = sums.download(stream);
  for (int t = 0; t < kThreads; ++t) {
    double expected[4] = {};
    for (int round = 0; round < rounds; ++round)
      for (int u = 0; u < kUnrolled; ++u)
        for (int part = 0; part < 4; ++part)
          expected[part] += value_of((t + round * shift + u * kThreads) & (kHeld - 1), part);
    for (std::size_t block = 0; block < blocks; ++block) {
      const float4& sum = found[block * kThreads + static_cast<std::size_t>(t)];
      if (sum.x != expected[0] || sum.y != expected[1] || sum.z != expected[2] ||
          sum.w != expected[3])
        rate.error += 1;
    }
  }
  return {rate};
}

}  // namespace tycho::gpu::probe
