#include "gpu/probe/pattern.hpp"

#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::probe {

namespace {

__global__ void fill_kernel(std::uint32_t* words, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) words[i] = static_cast<std::uint32_t>(i) * kPattern;
}

__global__ void count_wrong_kernel(const std::uint32_t* words, std::size_t count,
                                   unsigned long long* wrong) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count && words[i] != static_cast<std::uint32_t>(i) * kPattern) atomicAdd(wrong, 1ULL);
}

}  // namespace

void fill_pattern(std::uint32_t* words, std::size_t count, Stream& stream) {
  launch(fill_kernel, cover(static_cast<std::int64_t>(count)), stream, words, count);
}

double count_wrong(const std::uint32_t* words, std::size_t count, Stream& stream) {
  Buffer<unsigned long long> wrong(1, stream);
  wrong.zero(stream);
  launch(count_wrong_kernel, cover(static_cast<std::int64_t>(count)), stream, words, count,
         wrong.data());
  return static_cast<double>(wrong.download(stream)[0]);
}

}  // namespace tycho::gpu::probe
