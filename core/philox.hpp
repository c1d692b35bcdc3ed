// Counter-based random numbers: Philox4x32-10 (Salmon, Moraes, Dror & Shaw, SC'11).
//
// A number is a pure function of (seed, stream, index), so one seed is one data set on every
// machine, in any order and on any number of threads.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace tycho {

using PhiloxBlock = std::array<std::uint32_t, 4>;

/// Ten rounds of Philox4x32 on a 128-bit counter with a 64-bit key.
constexpr PhiloxBlock philox4x32(PhiloxBlock counter, std::uint32_t key0, std::uint32_t key1) {
  constexpr std::uint64_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = kMultiplier0 * counter[0];
    const std::uint64_t p1 = kMultiplier1 * counter[2];
    counter = {
        static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(p1),
        static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(p0)};
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return counter;
}

/// Random numbers of one seed. `stream` separates uses (positions, velocities, phases); `index` is
/// the particle or mode; `draw` counts further numbers for the same one (rejection sampling).
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed, std::uint32_t stream = 0)
      : seed_(seed), stream_(stream) {}

  constexpr PhiloxBlock bits(std::uint64_t index, std::uint32_t draw = 0) const {
    return philox4x32(
        {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32), stream_, draw},
        static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32));
  }

  /// Two uniform numbers in the open interval (0, 1), 52 bits each: never 0, never 1.
  constexpr std::array<double, 2> uniform2(std::uint64_t index, std::uint32_t draw = 0) const {
    const PhiloxBlock b = bits(index, draw);
    return {open_unit(b[0], b[1]), open_unit(b[2], b[3])};
  }
  constexpr double uniform(std::uint64_t index, std::uint32_t draw = 0) const {
    return uniform2(index, draw)[0];
  }
  constexpr double uniform(std::uint64_t index, double low, double high,
                           std::uint32_t draw = 0) const {
    return low + (high - low) * uniform(index, draw);
  }

  /// Two independent normal numbers of mean 0 and variance 1 (Box & Muller 1958).
  std::array<double, 2> normal2(std::uint64_t index, std::uint32_t draw = 0) const {
    const auto [u, v] = uniform2(index, draw);
    const double radius = std::sqrt(-2.0 * std::log(u));
    const double angle = 2.0 * std::numbers::pi * v;
    return {radius * std::cos(angle), radius * std::sin(angle)};
  }

 private:
  static constexpr double open_unit(std::uint32_t high, std::uint32_t low) {
    // 52 bits and a half: exact in double, so that rounding can never give 1.
    const std::uint64_t bits52 = ((std::uint64_t{high} << 32) | low) >> 12;
    return (static_cast<double>(bits52) + 0.5) * 0x1p-52;
  }

  std::uint64_t seed_;
  std::uint32_t stream_;
};

}  // namespace tycho
