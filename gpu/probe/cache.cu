// Copy within the second-level cache: the ceiling of stages whose data stay there.
#include <algorithm>

#include "gpu/probe/kinds.hpp"
#include "gpu/probe/pattern.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/multiprocessors.hpp"

namespace tycho::gpu::probe {

namespace {

constexpr int kThreads = 256, kEach = 4, kPasses = 64;

// Many passes in one kernel: a pass takes less than a launch. The accesses go round the first-level
// cache, and being volatile are not merged.
__global__ void copy_passes_kernel(const uint4* from, uint4* to, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * (kThreads * kEach);
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t first = std::size_t{blockIdx.x} * (kThreads * kEach) + threadIdx.x;
         first < count; first += stride) {
      uint4 held[kEach];
#pragma unroll
      for (int k = 0; k < kEach; ++k) {
        const uint4* at = from + first + k * kThreads;
        asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(held[k].x), "=r"(held[k].y), "=r"(held[k].z), "=r"(held[k].w)
                     : "l"(at));
      }
#pragma unroll
      for (int k = 0; k < kEach; ++k) {
        uint4* at = to + first + k * kThreads;
        asm volatile("st.global.cg.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(at), "r"(held[k].x),
                     "r"(held[k].y), "r"(held[k].z), "r"(held[k].w)
                     : "memory");
      }
    }
  }
}

}  // namespace

std::vector<Probed> cache(const ProbeOptions& options) {
  Stream stream;
  int device = 0, cache_bytes = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, device));
  // Both arrays together a quarter of the cache: its halves may each hold a copy of what is read.
  constexpr std::size_t kBlock = std::size_t{kThreads} * kEach * 16;
  const std::size_t bytes =
      std::max<std::size_t>(1, static_cast<std::size_t>(cache_bytes) / 8 / kBlock) * kBlock;
  const auto blocks = static_cast<unsigned>(
      std::min<std::size_t>(bytes / kBlock, static_cast<std::size_t>(multiprocessors()) * 8));
  Buffer<std::uint32_t> from(bytes / 4, stream), to(bytes / 4, stream);
  fill_pattern(from.data(), bytes / 4, stream);
  Probed copied{"copy_cache", "copy within the L2 cache",
                "2 arrays of " + std::to_string(bytes >> 10) + " KiB", "GB/s"};
  copied.work = 2.0 * kPasses * static_cast<double>(bytes);
  copied.seconds = sample(stream, options, [&] {
    launch(copy_passes_kernel, {blocks, kThreads}, stream,
           reinterpret_cast<const uint4*>(from.data()), reinterpret_cast<uint4*>(to.data()),
           bytes / 16);
  });
  copied.checked = "every word";
  copied.error = count_wrong(to.data(), bytes / 4, stream);
  return {copied};
}

}  // namespace tycho::gpu::probe
