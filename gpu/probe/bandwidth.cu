// Copy, read and write of arrays far larger than the caches, 16 bytes a thread and access.
#include <algorithm>

#include "gpu/probe/kinds.hpp"
#include "gpu/probe/pattern.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::probe {

namespace {

constexpr int kThreads = 256, kEach = 4;  // accesses of a thread, all under way at once
constexpr unsigned kMostBlocks = 8192;    // of the reading kernel: many on any device

// Of a whole number of blocks: `count` is a multiple of kThreads * kEach.
__device__ std::size_t first_of_thread() {
  return std::size_t{blockIdx.x} * (kThreads * kEach) + threadIdx.x;
}

__global__ void copy_kernel(const uint4* __restrict__ from, uint4* __restrict__ to) {
  const std::size_t first = first_of_thread();
  uint4 held[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) held[k] = __ldcs(from + first + k * kThreads);
#pragma unroll
  for (int k = 0; k < kEach; ++k) __stcs(to + first + k * kThreads, held[k]);
}

__global__ void write_kernel(uint4* to) {
  const std::size_t first = first_of_thread();
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const auto word = static_cast<std::uint32_t>(4 * (first + k * kThreads));
    __stcs(to + first + k * kThreads, make_uint4(word * kPattern, (word + 1) * kPattern,
                                                 (word + 2) * kPattern, (word + 3) * kPattern));
  }
}

// A warp adds its sum to that of all at its end: once for thousands of bytes, not to be felt.
__global__ void read_kernel(const uint4* __restrict__ from, std::size_t count, std::uint32_t* sum) {
  const std::size_t stride = std::size_t{gridDim.x} * (kThreads * kEach);
  std::uint32_t own = 0;
  for (std::size_t first = first_of_thread(); first < count; first += stride) {
    uint4 held[kEach];
#pragma unroll
    for (int k = 0; k < kEach; ++k) held[k] = __ldcs(from + first + k * kThreads);
#pragma unroll
    for (int k = 0; k < kEach; ++k) own += held[k].x + held[k].y + held[k].z + held[k].w;
  }
  for (int lanes = kWarp / 2; lanes > 0; lanes /= 2) own += __shfl_down_sync(kAllLanes, own, lanes);
  if (threadIdx.x % kWarp == 0) atomicAdd(sum, own);
}

std::string in_words(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

}  // namespace

std::vector<Probed> bandwidth(const ProbeOptions& options) {
  Stream stream;
  // A GiB each, less where the device is small.
  const std::size_t bytes =
      options.small ? std::size_t{1} << 22
                    : std::min(std::size_t{1} << 30, device_memory().free_bytes / 8 >> 22 << 22);
  const std::size_t words = bytes / 4, count = bytes / 16;
  const auto blocks = static_cast<unsigned>(count / (kThreads * kEach));
  Buffer<std::uint32_t> from(words, stream), to(words, stream), sum(1, stream);
  const auto in = reinterpret_cast<uint4*>(from.data()), out = reinterpret_cast<uint4*>(to.data());
  fill_pattern(from.data(), words, stream);
  const double each = static_cast<double>(bytes);
  std::vector<Probed> found;

  Probed copied{"copy_memcpy", "copy, cudaMemcpy", "2 arrays of " + in_words(bytes), "GB/s"};
  copied.work = 2 * each;
  copied.seconds = sample(stream, options, [&] {
    TYCHO_CUDA(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice, stream.get()));
  });
  copied.checked = "every word";
  copied.error = count_wrong(to.data(), words, stream);
  found.push_back(copied);

  to.poison(stream);
  copied.id = "copy_kernel";
  copied.label = "copy, kernel of 16-byte accesses";
  copied.seconds = sample(stream, options, [&] {
    launch(copy_kernel, {blocks, kThreads}, stream, in, out);
  });
  copied.error = count_wrong(to.data(), words, stream);
  found.push_back(copied);

  Probed read{"read", "read, kernel of 16-byte accesses", in_words(bytes), "GB/s"};
  read.work = each;
  const auto enqueue = [&] {
    launch(read_kernel, {std::min(blocks, kMostBlocks), kThreads}, stream, in, count, sum.data());
  };
  read.seconds = sample(stream, options, enqueue);
  sum.zero(stream);
  enqueue();
  read.checked = "the sum of all words";
  read.error = sum.download(stream)[0] == pattern_sum(words) ? 0 : 1;
  found.push_back(read);

  to.poison(stream);
  Probed written{"write", "write, kernel of 16-byte accesses", in_words(bytes), "GB/s"};
  written.work = each;
  written.seconds = sample(stream, options, [&] {
    launch(write_kernel, {blocks, kThreads}, stream, out);
  });
  written.checked = "every word";
  written.error = count_wrong(to.data(), words, stream);
  found.push_back(written);
  return found;
}

}  // namespace tycho::gpu::probe
