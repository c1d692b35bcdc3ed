#include "core/array_sum.hpp"

#include <algorithm>
#include <vector>

#include "core/available_threads.hpp"
#include "core/parallel_for.hpp"

namespace tycho {

namespace {

std::uint64_t fnv_1a(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (const std::byte byte : bytes)
    sum = (sum ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
  return sum;
}

}  // namespace

std::uint64_t array_sum(std::span<const std::byte> bytes) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::vector<std::uint64_t> sums((bytes.size() + kBlock - 1) / kBlock);
  parallel_for(sums.size(), sums.size() > 1 ? available_threads() : 1, [&](std::ptrdiff_t block) {
    const std::size_t first = kBlock * static_cast<std::size_t>(block);
    sums[block] = fnv_1a(bytes.subspan(first, std::min(kBlock, bytes.size() - first)));
  });
  return fnv_1a(std::as_bytes(std::span(sums)));
}

}  // namespace tycho
