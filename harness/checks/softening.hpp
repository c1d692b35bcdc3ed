// What a run's forces are softened by, for sums of our own beside them.
#pragma once

#include <vector>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/checks/diagnostics.hpp"

namespace tycho::checks {

struct Softening {
  double length = 0;        // of Plummer, or equivalent to it
  bool spline = false;      // Gadget's spline of radius 2.8 lengths, else Plummer's
  std::vector<double> own;  // of each particle, where they differ; a pair has the larger of its two
};

/// What the contract states of a pair of the run's particles. Throws UsageError where it states
/// nothing.
PairForce pair_force_of(const Settings& settings, const Particles& particles);

/// In the order of `particles`, which are those of `initial` by id.
Softening softening_of(const Settings& settings, const Particles& initial,
                       const Particles& particles);

/// Every pair once, with the potential whose gradient is the force: N^2 / 2 pairs.
Energy total_energy(const Particles& particles, const Softening& softening);

/// The accelerations of the targets (indices) by direct summation over all particles.
std::vector<Vec3<double>> direct_accelerations(const Particles& particles,
                                               const Softening& softening,
                                               const std::vector<std::size_t>& targets);

}  // namespace tycho::checks
