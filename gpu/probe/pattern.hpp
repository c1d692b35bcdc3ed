// Numbers that tell where they belong: word i of an array is i times an odd constant.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/support/stream.hpp"

namespace tycho::gpu::probe {

inline constexpr std::uint32_t kPattern = 2654435761U;

void fill_pattern(std::uint32_t* words, std::size_t count, Stream& stream);
/// How many words are not what they should be. Waits.
double count_wrong(const std::uint32_t* words, std::size_t count, Stream& stream);

/// The sum of all words of the pattern, as 32-bit numbers add up.
constexpr std::uint32_t pattern_sum(std::uint64_t count) {
  const std::uint64_t pairs =
      count % 2 == 0 ? (count / 2) * (count - 1) : count * ((count - 1) / 2);
  return static_cast<std::uint32_t>(pairs) * kPattern;
}

}  // namespace tycho::gpu::probe
