// Draws the bodies of a galaxy in balance (galaxy_model.hpp): place and velocity of body i follow
// from the seed and i alone.
#pragma once

#include <cstdint>

#include "core/philox.hpp"
#include "harness/initial/box_sphere.hpp"
#include "harness/initial/galaxy_model.hpp"

namespace tycho::initial {

class GalaxySampler {
 public:
  /// The model outlives the sampler.
  GalaxySampler(const GalaxyModel& model, std::uint64_t seed);

  /// A body of the halo or of the bulge.
  PhasePoint in_sphere(GalaxySpecies species, std::uint64_t i) const;
  PhasePoint in_disc(std::uint64_t i) const;
  PhasePoint body(GalaxySpecies species, std::uint64_t i) const {
    return species == kDisc ? in_disc(i) : in_sphere(species, i);
  }

 private:
  double speed_fraction(GalaxySpecies species, double psi, std::uint64_t i) const;

  const GalaxyModel& model_;
  Random places_, speeds_;
};

}  // namespace tycho::initial
