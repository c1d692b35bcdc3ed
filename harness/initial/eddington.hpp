// The isotropic distribution function of a spherical component in the potential of all (Eddington
// 1916; Binney & Tremaine 2008, 4.3.1), on a grid of radii. G = 1.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace tycho::initial {

/// All that pulls, averaged over spheres, on radii evenly spaced in log r.
struct SphericalField {
  std::vector<double> radius, mass, density;  // enclosed mass and density of everything
  std::vector<double> potential;              // relative: Psi = -Phi > 0, falling outwards

  /// From the mass and the density at every radius.
  SphericalField(std::vector<double> radius, std::vector<double> mass, std::vector<double> density);
  double potential_at(double r) const;
  double mass_at(double r) const;
};

/// A density and its first two derivatives along r.
struct DensitySlopes {
  double value, first, second;
};

class IsotropicSpeeds {
 public:
  /// Throws UsageError naming the component where its distribution function would be negative.
  IsotropicSpeeds(const SphericalField& field, const std::function<DensitySlopes(double)>& density,
                  std::string_view component);

  /// f(E), up to a factor; 0 for what is not bound.
  double distribution(double energy) const;
  /// An upper bound of q^2 f(Psi (1 - q^2)) over q in (0, 1) for bodies at relative potential Psi.
  double most(double psi) const;

 private:
  double interpolate(const std::vector<double>& logs, double psi) const;
  std::vector<double> log_psi_;  // rising
  std::vector<double> log_f_, log_most_;
};

}  // namespace tycho::initial
