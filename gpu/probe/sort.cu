// CUB's radix sort of 32-bit keys, alone and with a 32-bit value each.
#include <cub/device/device_radix_sort.cuh>

#include "gpu/probe/kinds.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::probe {

namespace {

// An odd multiplier makes every key another, and its inverse gives the index back.
constexpr std::uint32_t kScatter = 2654435761U;
constexpr std::uint32_t inverse_of(std::uint32_t odd) {
  std::uint32_t inverse = odd;  // correct to 3 bits; each turn doubles them
  for (int turn = 0; turn < 4; ++turn) inverse *= 2 - odd * inverse;
  return inverse;
}
static_assert(kScatter * inverse_of(kScatter) == 1);

__global__ void fill_kernel(std::uint32_t count, std::uint32_t* keys, std::uint32_t* values) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  keys[i] = i * kScatter;
  values[i] = i;
}

// Keys that rise, each that of an index below `count`, are all keys and no other; values (where
// there are any) must be those indexes.
__global__ void count_wrong_kernel(std::uint32_t count, const std::uint32_t* keys,
                                   const std::uint32_t* values, unsigned* wrong) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::uint32_t index = keys[i] * inverse_of(kScatter);
  const bool rises = i == 0 || keys[i - 1] < keys[i];
  if (!rises || index >= count || (values && values[i] != index)) atomicAdd(wrong, 1U);
}

Probed measure(const ProbeOptions& options, std::uint32_t count, bool pairs) {
  Stream stream;
  Buffer<std::uint32_t> keys(count, stream), values(count, stream), sorted(count, stream),
      moved(count, stream);
  Buffer<unsigned> wrong(1, stream);
  launch(fill_kernel, cover(count), stream, count, keys.data(), values.data());
  const auto enqueue = [&](void* work, std::size_t& bytes) {
    TYCHO_CUDA(pairs ? cub::DeviceRadixSort::SortPairs(work, bytes, keys.data(), sorted.data(),
                                                       values.data(), moved.data(), count, 0, 32,
                                                       stream.get())
                     : cub::DeviceRadixSort::SortKeys(work, bytes, keys.data(), sorted.data(),
                                                      count, 0, 32, stream.get()));
  };
  std::size_t bytes = 0;
  enqueue(nullptr, bytes);
  Buffer<unsigned char> work(bytes, stream);
  Probed rate{std::string(pairs ? "sort_pairs_" : "sort_keys_") + std::to_string(count),
              pairs ? "CUB radix sort, 32-bit keys with values" : "CUB radix sort, 32-bit keys",
              std::to_string(count) + " keys", "G/s"};
  rate.work = count;
  rate.seconds = sample(stream, options, [&] { enqueue(work.data(), bytes); });
  rate.checked = "every key and value in its place";
  wrong.zero(stream);
  launch(count_wrong_kernel, cover(count), stream, count, sorted.data(),
         pairs ? moved.data() : nullptr, wrong.data());
  rate.error = wrong.download(stream)[0];
  return rate;
}

}  // namespace

std::vector<Probed> sort(const ProbeOptions& options) {
  if (options.small) return {measure(options, 5003, false), measure(options, 5003, true)};
  constexpr std::uint32_t kSmall = 128 * 128 * 128, kLarge = 256 * 256 * 256;
  return {measure(options, kSmall, false), measure(options, kLarge, false),
          measure(options, kSmall, true), measure(options, kLarge, true)};
}

}  // namespace tycho::gpu::probe
