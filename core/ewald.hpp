// Ewald's sum: the force in a periodic box of few bodies, from all pairs, with no mesh and no tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/formulas/multipole.hpp"

namespace tycho {

/// The pull of all bodies and their images, less the mean density, on the bodies named in
/// `targets`, to 1e-7 of the pull of the nearest body, and a potential of mean zero without the
/// body's own. Positions in [0, box), masses in units of G; `softening` is the spline's radius h,
/// far below box / 20.
std::vector<tree::Pull<double>> ewald(std::span<const Vec3<double>> x, std::span<const double> mass,
                                      double box, double softening,
                                      std::span<const std::int32_t> targets, int threads);

}  // namespace tycho
