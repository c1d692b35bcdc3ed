// What gravity has made of an expanding box: its power spectrum, its haloes and the heaviest one's
// profile.
#pragma once

#include <optional>
#include <vector>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/analysis/haloes.hpp"
#include "harness/analysis/mass_function.hpp"
#include "harness/analysis/power_spectrum.hpp"
#include "harness/analysis/profile.hpp"

namespace tycho::analysis {

/// In the units of core/formulas/cosmology.hpp: comoving Mpc, 10^10 solar masses; but the
/// profile's velocities are peculiar ones.
struct Structure {
  PowerSpectrum power;
  std::vector<Halo> haloes;  // spheres of the virial overdensity
  MassFunction mass_function;
  Halo heaviest;    // mass 0: there is no halo
  Profile profile;  // of the heaviest halo, from the softening length outwards
};

/// Whether every position is a number, as all that is found here needs.
bool finite(const Particles& particles);

/// Of the particles of a run in expanding space at a scale factor; nothing where a position is not
/// finite. With `like` the profile is of the halo nearest to the heaviest of `like`, so that two
/// runs are compared by the same halo even where two are of almost the same mass.
std::optional<Structure> structure_of(const Particles& particles, const Settings& settings,
                                      double scale_factor, const Structure* like = nullptr);

}  // namespace tycho::analysis
