// The shape of a galaxy's components: what a galaxy in balance keeps.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/particles.hpp"
#include "core/vec3.hpp"

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
  /// The disc's densest place: the mean of its bodies within the half-mass radius of it.
  Vec3<double> middle{};
  /// A2 / A0 of the disc within two scale lengths (of an exponential disc, 1.19 half-mass radii) of
  /// its middle: the size of the mean of exp(2 i phi) over its bodies; 0 is round.
  double bar = 0;
  /// The part of all bodies that have come back in at another side of the box, up to now.
  double crossed = 0;
};

/// Counts the bodies that cross a wall: between two looks they move by more than half the box.
class Crossings {
 public:
  explicit Crossings(double box) : box_(box) {}
  /// The part of all bodies that have crossed until this look; bodies are known by their ids.
  double look(const Particles& particles);

 private:
  double box_;
  // Both are in the order of the bodies' ids.
  std::vector<Vec3<double>> before_;
  std::vector<bool> crossed_;
};

/// `species` in the order of `particles`; bodies of one species have one mass.
Components components(const Particles& particles, const std::vector<std::uint8_t>& species,
                      double t);

/// The species of `initial` in the order of `particles`, matched by id; empty where it has none.
std::vector<std::uint8_t> species_of(const Particles& initial, const Particles& particles);

}  // namespace tycho::checks
