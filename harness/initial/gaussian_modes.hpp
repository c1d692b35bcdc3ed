// Normal random numbers for the waves of a periodic box: one for each wave number, whatever the
// mesh. So a run with more particles has the waves of a smaller one, and shorter ones besides.
#pragma once

#include <complex>
#include <cstdint>

#include "core/philox.hpp"

namespace tycho::initial {

/// The wave (nx, ny, nz), of mean square 1, each number below 2^20 in size. That of the opposite
/// wave is its complex conjugate, as of a real field.
inline std::complex<double> gaussian_mode(const Random& random, int nx, int ny, int nz) {
  const bool opposite = nx != 0 ? nx < 0 : (ny != 0 ? ny < 0 : nz < 0);
  const int sign = opposite ? -1 : 1;
  std::uint64_t index = 0;
  for (const int n : {nz, ny, nx}) {
    constexpr int kBits = 21;
    index = (index << kBits) | static_cast<std::uint64_t>(sign * n + (1 << (kBits - 1)));
  }
  const auto [real, imaginary] = random.normal2(index);
  return std::complex<double>(real, sign * imaginary) / std::sqrt(2.0);
}

}  // namespace tycho::initial
