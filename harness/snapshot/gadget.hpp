// What reading and writing share: Gadget's kinds of particles, and its usual units in those of
// core/formulas/cosmology.hpp.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

inline constexpr std::size_t kGadgetTypes = 6;
inline constexpr std::size_t kDarkMatter = 1;

/// Gadget's type of each species of a galaxy (Particles::species): halo, bulge, disc.
inline constexpr std::array<std::size_t, 3> kTypeOfSpecies{kDarkMatter, 3, 2};

/// Ours, where particles have softening lengths of their own: Gadget keeps one for each type, and
/// in its parameter file.
inline constexpr char kSofteningTable[] = "SofteningLength";

inline std::string group_of(std::size_t type) { return "PartType" + std::to_string(type); }

/// The usual units in cgs, by the parsec and the sun of G in core/formulas/cosmology.hpp.
inline constexpr double kUnitLengthInCm = 3.0856775814913673e21;
inline constexpr double kUnitMassInG = 1.98841e43;
inline constexpr double kUnitVelocityInCmPerS = 1e5;

struct GadgetUnits {
  double length;    // kpc / h, in Mpc
  double mass;      // 10^10 suns / h, in 10^10 suns
  double velocity;  // what stands for 1 in "Velocities" (peculiar velocity a dx/dt over the square
                    // root of a, km/s), in u = a^2 dx/dt

  explicit GadgetUnits(const SnapshotHeader& header)
      : length(header.expanding ? 1e-3 / header.h : 1),
        mass(header.expanding ? 1 / header.h : 1),
        velocity(header.expanding ? header.scale_factor * std::sqrt(header.scale_factor) : 1) {}
};

}  // namespace tycho::snapshot
