// The forces of a periodic box by a sum that has neither mesh nor tree.
#pragma once

#include <optional>
#include <vector>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/checks/check.hpp"

namespace tycho::checks {

/// Whether the run's particles feel their images.
bool feels_images(const Settings& settings);

/// The accelerations that the implementation under test finds for the particles that the run began
/// with; nothing where the run cannot begin anew.
std::optional<Particles> forces_at_start(const Observed& observed);

/// The accelerations of the targets (indices) by Ewald's sum over all particles, in comoving units.
std::vector<Vec3<double>> ewald_accelerations(const Particles& particles, const Settings& settings,
                                              const std::vector<std::size_t>& targets);

}  // namespace tycho::checks
