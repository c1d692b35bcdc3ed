// The potential of split = compact on a mesh in Fourier space: phi_k / m_k and its slopes, from
// tables. The ball of core/formulas/compact_split.hpp is the same in all directions, so its values
// depend on the square of the wave number alone, a whole number: a table has them all.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "core/formulas/compact_split.hpp"

namespace tycho::mesh {

struct CompactGreen {
  /// For a mesh of `side` cells a side; `radius` is the ball's, in cells.
  CompactGreen(int side, double radius) : n(side) {
    const double unit = 2 * std::numbers::pi / n;
    for (int i = 0; i < n; ++i) {
      const int wave = wave_number(i);
      const double half = unit * wave / 2, sinc = wave == 0 ? 1 : std::sin(half) / half;
      sharpen.push_back(1 / std::pow(sinc, 8));
      // A wave of two cells is as much one to the left as one to the right.
      slope.push_back(2 * i == n ? 0 : unit * wave);
    }
    const int longest = n / 2;
    ball.assign(1, 0.0);
    for (int square = 1; square <= 3 * longest * longest; ++square) {
      const double k = unit * std::sqrt(static_cast<double>(square));
      ball.push_back(-4 * std::numbers::pi * compact_wave(k * radius) / (k * k));
    }
  }

  int wave_number(int i) const { return 2 * i > n ? i - n : i; }
  /// What a mode of the mass is multiplied by, for masses in units of G and a cell of side 1, as
  /// long_range_green.
  double operator()(int i, int j, int k) const {
    const int x = wave_number(i), y = wave_number(j), z = wave_number(k);
    return ball[x * x + y * y + z * z] * sharpen[i] * sharpen[j] * sharpen[k];
  }

  int n;
  std::vector<double> ball;     // of a squared wave number; the mean has no potential
  std::vector<double> sharpen;  // of an axis: undoes both clouds
  std::vector<double> slope;    // of an axis: its k
};

}  // namespace tycho::mesh
