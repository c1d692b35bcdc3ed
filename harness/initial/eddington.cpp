#include "harness/initial/eddington.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/error.hpp"

namespace tycho::initial {

namespace {

/// Linear in log r between the points of an even logarithmic grid; held at its ends.
double on_log_grid(const std::vector<double>& radius, const std::vector<double>& value, double r) {
  const double last = static_cast<double>(radius.size() - 1);
  const double step = std::log(radius.back() / radius.front()) / last;
  const double along = std::clamp(std::log(r / radius.front()) / step, 0.0, last);
  const auto i = std::min(static_cast<std::size_t>(along), radius.size() - 2);
  const double part = along - static_cast<double>(i);
  return (1 - part) * value[i] + part * value[i + 1];
}

}  // namespace

SphericalField::SphericalField(std::vector<double> r, std::vector<double> m,
                               std::vector<double> rho)
    : radius(std::move(r)), mass(std::move(m)), density(std::move(rho)), potential(radius.size()) {
  // Beyond the grid all mass lies inside.
  potential.back() = mass.back() / radius.back();
  for (std::size_t i = radius.size() - 1; i-- > 0;) {
    // dPsi = M / r dlnr, by the trapezoid in ln r.
    const double step = std::log(radius[i + 1] / radius[i]);
    potential[i] =
        potential[i + 1] + 0.5 * step * (mass[i] / radius[i] + mass[i + 1] / radius[i + 1]);
  }
}

double SphericalField::potential_at(double r) const { return on_log_grid(radius, potential, r); }

double SphericalField::mass_at(double r) const {
  if (r <= radius.front()) return mass.front() * (r / radius.front()) * (r / radius.front());
  return on_log_grid(radius, mass, r);
}

IsotropicSpeeds::IsotropicSpeeds(const SphericalField& field,
                                 const std::function<DensitySlopes(double)>& density,
                                 std::string_view component) {
  const std::size_t n = field.radius.size();
  // d2 rho / d Psi2 = (rho'' - rho' Psi'' / Psi') / Psi'^2, Psi' = -M / r^2.
  std::vector<double> curvature(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double r = field.radius[i];
    const double slope = -field.mass[i] / (r * r);
    const double bend = 2 * field.mass[i] / (r * r * r) - 4 * std::numbers::pi * field.density[i];
    const DensitySlopes rho = density(r);
    curvature[i] = (rho.second - rho.first * bend / slope) / (slope * slope);
  }
  // f(E) ~ int d2rho/dPsi2 dPsi / sqrt(E - Psi) = int d2rho/dPsi2 2 du with u = sqrt(E - Psi). What
  // lies outside the grid is too little to matter: the density falls exponentially there.
  std::vector<double> f(n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    double before = 0;
    for (std::size_t j = i + 1; j < n; ++j) {
      const double u = std::sqrt(field.potential[i] - field.potential[j]);
      f[i] += (curvature[j - 1] + curvature[j]) * (u - before);
      before = u;
    }
  }
  // Outermost first, so that Psi rises; the outermost point has no integral.
  for (std::size_t i = n - 1; i-- > 0;) {
    if (std::isfinite(std::log(f[i]))) {
      log_psi_.push_back(std::log(field.potential[i]));
      log_f_.push_back(std::log(f[i]));
    } else if (f[i] < 0 || std::isnan(f[i])) {
      throw UsageError(
          "galaxy: no isotropic " + std::string(component) +
          " can stand in this potential: its distribution function is negative at r = " +
          std::to_string(field.radius[i]) + "; make it less extended or the rest lighter");
    }
  }
  for (const double log_psi : log_psi_) {
    double most = 0;
    const double psi = std::exp(log_psi);
    for (int k = 1; k < 400; ++k) {
      const double q = k / 400.0;
      most = std::max(most, q * q * distribution(psi * (1 - q * q)));
    }
    log_most_.push_back(std::log(1.05 * most));  // the maximum lies between two points
  }
}

double IsotropicSpeeds::interpolate(const std::vector<double>& logs, double psi) const {
  const double x = std::log(psi);
  const auto above = std::upper_bound(log_psi_.begin(), log_psi_.end(), x);
  const auto i = std::clamp<std::ptrdiff_t>(above - log_psi_.begin(), 1,
                                            static_cast<std::ptrdiff_t>(log_psi_.size()) - 1);
  const auto a = static_cast<std::size_t>(i - 1), b = static_cast<std::size_t>(i);
  const double part = std::clamp((x - log_psi_[a]) / (log_psi_[b] - log_psi_[a]), 0.0, 1.0);
  return std::exp((1 - part) * logs[a] + part * logs[b]);
}

double IsotropicSpeeds::distribution(double energy) const {
  if (energy <= 0 || std::log(energy) < log_psi_.front()) return 0;
  return interpolate(log_f_, energy);
}

double IsotropicSpeeds::most(double psi) const { return interpolate(log_most_, psi); }

}  // namespace tycho::initial
