// Tables of the modes of the grid, made in double and rounded once.
#pragma once

#include <cstddef>
#include <vector>

#include "core/contracts/pic.hpp"
#include "core/formulas/pic_green.hpp"

namespace tycho::gpu::pic {

/// Mode numbers along x go from 0 to nx/2: the others are conjugates.
template <typename Real>
struct Modes {
  int nx, ny;
  std::vector<Real> kx, ky;  // all nx and all ny
  std::vector<Real> green;   // s^2 / k^2 / (nx ny): (nx/2 + 1) ny of them

  /// `y_fastest`: green's order, else x is fastest.
  Modes(const tycho::pic::Options& options, bool y_fastest) : nx(options.nx), ny(options.ny) {
    const double size = options.particle_size, points = double(nx) * ny;
    const int columns = nx / 2 + 1;
    for (int i = 0; i < nx; ++i) kx.push_back(static_cast<Real>(tycho::pic::wave_number(i, nx)));
    for (int j = 0; j < ny; ++j) ky.push_back(static_cast<Real>(tycho::pic::wave_number(j, ny)));
    green.resize(static_cast<std::size_t>(columns) * ny);
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < columns; ++i) {
        const std::size_t at = y_fastest ? std::size_t(i) * ny + j : std::size_t(j) * columns + i;
        green[at] = static_cast<Real>(tycho::pic::green(i, j, nx, ny, size) / points);
      }
  }
};

}  // namespace tycho::gpu::pic
