// How far the velocities of a code of the user's change by something else than the forces. Checks
// of conserved quantities pass a code that leaves the forces out, over few steps; those that look
// at accelerations cannot be asked of a program.
#pragma once

#include <optional>

#include "core/particles.hpp"
#include "core/settings.hpp"

namespace tycho::measure {

/// A code whose kick_error is above this computes other forces, or none: without forces it is 1,
/// with the wrong sign 2, and schemes that differ are far below.
inline constexpr double kLargestKickError = 0.5;

/// The median of |dv - kick| / |kick| over some bodies that moved. dv is by what a velocity changed
/// from `initial` to `final`, `kick` what the forces change it by in this time: by direct sums at
/// both ends. Nothing where no kick is large enough to be seen in single precision. For space at
/// rest without images, where the contract states the force of a pair.
std::optional<double> kick_error(const Particles& initial, const Particles& final,
                                 const Settings& settings, double time);

/// The same with the kicks that the reference has.
std::optional<double> kick_error(const Particles& initial, const Particles& final,
                                 const Particles& reference);

}  // namespace tycho::measure
