// What both sides of a file share: Gadget's kinds of particles, and its usual units in those of
// core/formulas/cosmology.hpp.
#pragma once

#include <cmath>

#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

inline constexpr std::size_t kGadgetTypes = 6;
inline constexpr std::size_t kDarkMatter = 1;

/// What readers are told of them: of G in core/formulas/cosmology.hpp, a parsec and a sun in cgs.
inline constexpr double kUnitLengthInCm = 3.0856775814913673e21;
inline constexpr double kUnitMassInG = 1.98841e43;
inline constexpr double kUnitVelocityInCmPerS = 1e5;

struct GadgetUnits {
  double length;    // kpc / h, in Mpc
  double mass;      // 10^10 suns / h, in 10^10 suns
  double velocity;  // what stands for 1 in "Velocities" (peculiar velocity a dx/dt over the square
                    // root of a, km/s), in u = a^2 dx/dt

  explicit GadgetUnits(const SnapshotHeader& header)
      : length(1e-3 / header.h),
        mass(1 / header.h),
        velocity(header.scale_factor * std::sqrt(header.scale_factor)) {}
};

}  // namespace tycho::snapshot
