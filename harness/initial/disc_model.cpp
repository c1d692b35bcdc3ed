#include "harness/initial/disc_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tycho::initial {

namespace {

/// d ln f / d ln x.
template <typename Function>
double logarithmic_slope(Function f, double x) {
  constexpr double kStep = 1e-4;
  return (std::log(f(x * (1 + kStep))) - std::log(f(x * (1 - kStep)))) /
         (std::log1p(kStep) - std::log1p(-kStep));
}

}  // namespace

double DiscModel::surface_density(double radius) const {
  return mass / (2 * std::numbers::pi * scale * scale) * std::exp(-radius / scale);
}

// v_c^2 = 4 pi G Sigma_0 R_d y^2 (I_0 K_0 - I_1 K_1), y = R / (2 R_d): Freeman (1970), eq. 10.
double DiscModel::circular_speed(double radius) const {
  const double y = std::max(radius / (2 * scale), 1e-8);
  const double bessel = std::cyl_bessel_i(0, y) * std::cyl_bessel_k(0, y) -
                        std::cyl_bessel_i(1, y) * std::cyl_bessel_k(1, y);
  return std::sqrt(4 * std::numbers::pi * surface_density(0) * scale * y * y * bessel);
}

// kappa^2 = 4 Omega^2 + R d(Omega^2)/dR = Omega^2 (4 + slope of Omega^2).
double DiscModel::epicyclic_frequency(double radius) const {
  const double omega = angular_speed(radius);
  const double slope = 2 * logarithmic_slope([this](double r) { return angular_speed(r); }, radius);
  return omega * std::sqrt(4 + slope);
}

// Near the middle Q alone would ask for more than the disc can hold: never above half its rotation
// at the scale radius.
double DiscModel::radial_dispersion(double radius) const {
  const double wanted = toomre_q * 3.36 * surface_density(radius) / epicyclic_frequency(radius);
  return std::min(wanted, 0.5 * circular_speed(scale));
}

double DiscModel::azimuthal_dispersion(double radius) const {
  return radial_dispersion(radius) * epicyclic_frequency(radius) / (2 * angular_speed(radius));
}

// An isothermal sheet of density sech^2(z / z_0): sigma_z^2 = pi G Sigma z_0.
double DiscModel::vertical_dispersion(double radius) const {
  return std::sqrt(std::numbers::pi * surface_density(radius) * thickness);
}

// Jeans equation in the plane: <v>^2 = v_c^2 + sigma_R^2 (1 - kappa^2/(4 Omega^2)
//                                      + d ln(Sigma sigma_R^2) / d ln R).
double DiscModel::mean_rotation(double radius) const {
  const auto pressure = [this](double r) {
    const double sigma = radial_dispersion(r);
    return surface_density(r) * sigma * sigma;
  };
  const double sigma_r = radial_dispersion(radius), sigma_phi = azimuthal_dispersion(radius);
  const double v_c = circular_speed(radius);
  const double square = v_c * v_c + sigma_r * sigma_r - sigma_phi * sigma_phi +
                        sigma_r * sigma_r * logarithmic_slope(pressure, radius);
  return std::sqrt(std::max(square, 0.0));
}

}  // namespace tycho::initial
