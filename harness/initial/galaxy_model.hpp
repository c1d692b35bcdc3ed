// A galaxy like M81 in balance: halo and bulge with isotropic distribution functions in the
// potential of all three components, averaged over spheres; an exponential disc with a sech^2
// profile across whose speeds obey the Jeans equations in the potential as it is. G = 1, lengths in
// kpc, masses in 10^10 suns: a speed of 1 is 207 km/s and a time of 1 is 4.7 million years.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/initial/eddington.hpp"
#include "harness/initial/thick_disc.hpp"

namespace tycho::initial {

/// Hernquist's profile M a / (2 pi r (r + a)^3), cut off smoothly by sech(r / cut): the mass is
/// that of the profile without the cut.
struct CutSphere {
  double mass, scale, cut;
  DensitySlopes density(double r) const;
};

/// The species of a galaxy's bodies, in the order of their ids.
enum GalaxySpecies : std::uint8_t { kHalo, kBulge, kDisc };
inline constexpr int kGalaxySpecies = 3;

struct GalaxyParameters {
  CutSphere halo{44, 12, 30};
  CutSphere bulge{1.8, 0.63, 6};
  ThickDisc disc{3.5, 2.7, 0.45};
  double disc_edge = 8;   // scale radii; 99.7% of the mass of an endless disc lies inside
  double toomre_q = 1.8;  // the least over the disc
};

class GalaxyModel {
 public:
  explicit GalaxyModel(const GalaxyParameters& parameters);

  const GalaxyParameters& parameters() const { return given_; }
  /// The mass that the bodies of a species have together: without what is cut off.
  double mass(GalaxySpecies species) const;

  // Spheres.
  /// The radius that holds a fraction of the halo's or bulge's mass.
  double radius_of(GalaxySpecies species, double fraction) const;
  double potential(double r) const { return field_.potential_at(r); }
  const IsotropicSpeeds& speeds(GalaxySpecies species) const {
    return species == kHalo ? halo_speeds_ : bulge_speeds_;
  }

  // The disc: at a radius, or at a radius and a height.
  double edge() const { return given_.disc_edge * given_.disc.scale; }
  double disc_radius_of(double fraction) const;
  double circular_speed(double radius) const;
  double epicyclic_frequency(double radius) const;
  double radial_dispersion(double radius) const;
  double azimuthal_dispersion(double radius) const;
  double vertical_dispersion(double radius, double z) const;
  double mean_rotation(double radius, double z) const;
  double toomre_q(double radius) const;

  /// One turn at the radius that holds half the disc.
  double half_mass_period() const;

  /// The pull of everything at a position, from the tables; beyond the disc's tables the disc is
  /// averaged over spheres. For tests in the smooth potential.
  std::array<double, 2> pull(double radius, double z) const;  // inward, downward

 private:
  double on_grid(const std::vector<double>& table, double radius, double z) const;

  GalaxyParameters given_;
  DiscPull disc_pull_;
  std::vector<double> spheres_mass_;  // of halo and bulge, on the field's radii
  std::vector<double> halo_mass_, bulge_mass_;
  SphericalField field_;
  IsotropicSpeeds halo_speeds_, bulge_speeds_;
  std::vector<double> circular_sq_;                      // v_c^2 in the plane, on the disc's radii
  std::vector<double> inward_, downward_, vertical_sq_;  // on the disc's radii and heights
  std::vector<double> disc_radius_;                      // by the square root of the mass inside
  double central_dispersion_ = 0;
};

}  // namespace tycho::initial
