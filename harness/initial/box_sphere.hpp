// Samples a Plummer sphere of given scale and mass (Aarseth, Henon & Wielen 1974, A&A 37, 183),
// cut at a radius: what plummer_box and the satellites of exponential_disc and encounter are made
// of.
#pragma once

#include <cstdint>

#include "core/vec3.hpp"

namespace tycho::initial {

struct PhasePoint {
  Vec3<double> position, velocity;
};

struct BoxSphere {
  double scale;   // b
  double cutoff;  // the sphere ends here
  double mass;    // inside the cutoff; G = 1

  /// Particle i of a seed, about the origin. The mass beyond the cutoff is left out and would pull
  /// nowhere inside, so that speeds are those of the endless sphere and the inside is in balance.
  PhasePoint particle(std::uint64_t seed, std::uint64_t i) const;
};

}  // namespace tycho::initial
