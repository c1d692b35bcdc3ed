// How a block is cut, so that the host fills and hands over one piece while the device works on
// another.
#pragma once

#include <array>

namespace tycho::gpu::hermite {

struct Pieces {
  static constexpr int kMost = 4;
  int count = 0;
  std::array<int, kMost> end{};  // one past its last body
};

/// Nothing is under way while the first piece is filled and the last one handed over: these are
/// small. The second is not so large that the device waits for it, which takes a body of a large
/// sphere in the time in which the host copies five to nine.
inline Pieces pieces_of(int block) {
  constexpr int kCutFrom = 8192, kUnit = 256;
  if (block < kCutFrom) return {1, {block}};
  const int sixteenth = block / 16 / kUnit * kUnit;
  return {4, {sixteenth, 6 * sixteenth, block - sixteenth, block}};
}

}  // namespace tycho::gpu::hermite
