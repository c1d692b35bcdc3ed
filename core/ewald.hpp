// Ewald's sum: the force in a periodic box with no mesh and no tree, for few bodies.
//
// A pair is split at any width: what a Gaussian takes away is short-ranged and summed over pairs,
// the Gaussian is summed over waves of the box. The sum does not depend on the width. Within the
// spline's radius h the nearest image pulls by the spline instead of Newton's law.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/formulas/multipole.hpp"

namespace tycho {

/// Positions in [0, box), masses in units of G; `softening` is the spline's radius h, far below
/// box / 20. Indices of the bodies that are pulled.
struct EwaldBodies {
  std::span<const Vec3<double>> x;
  std::span<const double> mass;
  double box, softening;
  std::span<const std::int32_t> targets;
};

/// The pull of all bodies and their images, less the mean density, on the targets, and a potential
/// of mean zero without the body's own: by all pairs of few bodies, by cells of many.
std::vector<tree::Pull<double>> ewald(std::span<const Vec3<double>> x, std::span<const double> mass,
                                      double box, double softening,
                                      std::span<const std::int32_t> targets, int threads);

/// To 1e-7 of the pull of the nearest body, in the plainest way: what the other is tested against.
std::vector<tree::Pull<double>> ewald_all_pairs(const EwaldBodies& bodies, int threads);

/// To 1e-6 of the root mean square of the pulls (core/ewald_by_cells.cpp derives it), in a time
/// that grows as N^1.5. `alpha` is 1 / (2 r_s) of the split in units of 1 / box; 0: where
/// waves and pairs take as long. The number of threads changes no bit.
std::vector<tree::Pull<double>> ewald_by_cells(const EwaldBodies& bodies, int threads,
                                               double alpha = 0);

}  // namespace tycho
