// The shape of a galaxy's components: what a galaxy in balance keeps.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/particles.hpp"

namespace tycho::checks {

/// By species (harness/initial/galaxy_model.hpp), the last a disc.
inline constexpr std::array<std::string_view, 3> kComponentNames{"halo", "bulge", "disc"};

struct Components {
  double t = 0;
  /// The radius around each component's own centre of mass that holds half of its mass: in the disc
  /// around its axis, else in a sphere.
  std::array<double, 3> half_mass{};
  /// The disc: the height over its own plane, that across its angular momentum, below which half
  /// its mass lies. A disc that tilts as a whole does not get thicker.
  double thickness = 0;
};

/// `species` in the order of `particles`; bodies of one species have one mass.
Components components(const Particles& particles, const std::vector<std::uint8_t>& species,
                      double t);

/// The species of `initial` in the order of `particles`, matched by id; empty where it has none.
std::vector<std::uint8_t> species_of(const Particles& initial, const Particles& particles);

}  // namespace tycho::checks
