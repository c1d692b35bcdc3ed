// Whether all of some numbers are finite, at the cost of an addition each.
#pragma once

#include <bit>
#include <cstdint>

namespace tycho::g6 {

/// An exponent of all ones is a NaN or an infinity: one more carries into the sign. Integers, since
/// a sum of doubles is a chain of additions that each wait for the one before. The client's numbers
/// are looked at and not a copy, which would have to be written before it could be read.
class Finite {
 public:
  Finite& operator<<(double value) {
    constexpr std::uint64_t kExponent = 0x7ff0000000000000, kOne = 0x0010000000000000;
    carried_ |= (std::bit_cast<std::uint64_t>(value) & kExponent) + kOne;
    return *this;
  }
  Finite& operator<<(const double v[3]) { return *this << v[0] << v[1] << v[2]; }
  explicit operator bool() const { return carried_ >> 63 == 0; }

 private:
  std::uint64_t carried_ = 0;
};

}  // namespace tycho::g6
