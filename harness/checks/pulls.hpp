// Jerks, potentials and nearest neighbours by direct summation in double.
#pragma once

#include <span>
#include <vector>

#include "core/particles.hpp"

namespace tycho::checks {

struct DirectPull {
  Vec3<double> jerk;
  double potential = 0;
  double nearest = 0;  // distance
  std::size_t neighbour = 0;
};

std::vector<DirectPull> direct_pulls(const Particles& particles, double softening,
                                     std::span<const std::size_t> targets);

}  // namespace tycho::checks
