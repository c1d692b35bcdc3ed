// Whether the velocities of a code of the user's change as the forces would have it. Checks of
// conserved quantities pass a code that leaves the forces out, over few steps; those that look at
// accelerations cannot be asked of a program.
#pragma once

#include <optional>

#include "core/particles.hpp"
#include "core/settings.hpp"

namespace tycho::measure {

/// A code whose kick_part is outside these bounds computes other forces, or none: without forces it
/// is 0, with the wrong sign -1. They are wide for the sake of meshes: of particles at random, one
/// in a cell, clouds of three cells a side have half of the force that whole cells have.
inline constexpr double kLeastKickPart = 0.2, kLargestKickPart = 5;

/// The median of dv . kick / kick^2 over some bodies that moved. dv is by what a velocity changed
/// from `initial` to `final`, `kick` what the forces change it by in this time: by direct sums at
/// both ends. Nothing where no kick is large enough to be seen in single precision. For space at
/// rest without images, where the contract states the force of a pair.
std::optional<double> kick_part(const Particles& initial, const Particles& final,
                                const Settings& settings, double time);

/// The same with the kicks that the reference has.
std::optional<double> kick_part(const Particles& initial, const Particles& final,
                                const Particles& reference);

}  // namespace tycho::measure
