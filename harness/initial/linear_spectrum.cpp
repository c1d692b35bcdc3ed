#include "harness/initial/linear_spectrum.hpp"

#include <cmath>
#include <numbers>

namespace tycho::initial {

namespace {

constexpr double kCmbKelvin = 2.7255;

/// The ratio of the baryons' to the photons' momentum at 1 + z (eq. 5).
double momentum_ratio(double omega_b_h2, double theta4, double one_plus_z) {
  return 31.5 * omega_b_h2 / theta4 * (1000 / one_plus_z);
}

/// Eq. 15.
double baryon_suppression(double y) {
  const double root = std::sqrt(1 + y);
  return y * (-6 * root + (2 + 3 * y) * std::log((root + 1) / (root - 1)));
}

double sinc(double x) { return std::abs(x) < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x; }

/// The Fourier transform of a sphere of volume 1, at k times its radius.
double sphere(double x) {
  if (x < 1e-2) return 1 - x * x / 10;
  return 3 * (std::sin(x) - x * std::cos(x)) / (x * x * x);
}

}  // namespace

LinearSpectrum::LinearSpectrum(const SpectrumParameters& parameters)
    : n_s_(parameters.n_s), baryon_share_(parameters.omega_b / parameters.omega_m) {
  const double m = parameters.omega_m * parameters.h * parameters.h;
  const double b = parameters.omega_b * parameters.h * parameters.h;
  const double f = baryon_share_;
  const double theta2 = std::pow(kCmbKelvin / 2.7, 2), theta4 = theta2 * theta2;
  const double equality = 2.5e4 * m / theta4;  // 1 + z of it (eq. 2)
  k_equality_ = 0.0746 * m / theta2;           // eq. 3
  // Eq. 4, the end of the baryons' drag.
  const double drag = 1 + 1291 * std::pow(m, 0.251) / (1 + 0.659 * std::pow(m, 0.828)) *
                              (1 + 0.313 * std::pow(m, -0.419) * (1 + 0.607 * std::pow(m, 0.674)) *
                                       std::pow(b, 0.238 * std::pow(m, 0.223)));
  const double r_equality = momentum_ratio(b, theta4, equality);
  const double r_drag = momentum_ratio(b, theta4, drag);
  sound_horizon_ = 2 / (3 * k_equality_) * std::sqrt(6 / r_equality) *
                   std::log((std::sqrt(1 + r_drag) + std::sqrt(r_drag + r_equality)) /
                            (1 + std::sqrt(r_equality)));
  k_silk_ = 1.6 * std::pow(b, 0.52) * std::pow(m, 0.73) * (1 + std::pow(10.4 * m, -0.95));  // eq. 7
  // Eqs. 11 and 12.
  const double a1 = std::pow(46.9 * m, 0.67) * (1 + std::pow(32.1 * m, -0.532));
  const double a2 = std::pow(12.0 * m, 0.424) * (1 + std::pow(45.0 * m, -0.582));
  alpha_c_ = std::pow(a1, -f) * std::pow(a2, -f * f * f);
  const double b1 = 0.944 / (1 + std::pow(458 * m, -0.708)), b2 = std::pow(0.395 * m, -0.0266);
  beta_c_ = 1 / (1 + b1 * (std::pow(1 - f, b2) - 1));
  // Eqs. 14, 23 and 24.
  alpha_b_ = 2.07 * k_equality_ * sound_horizon_ * std::pow(1 + r_drag, -0.75) *
             baryon_suppression(equality / drag);
  beta_node_ = 8.41 * std::pow(m, 0.435);
  beta_b_ = 0.5 + f + (3 - 2 * f) * std::sqrt(std::pow(17.2 * m, 2) + 1);
  amplitude_ = std::pow(parameters.sigma_8 / sigma(8 / parameters.h), 2);
}

double LinearSpectrum::pressureless(double k, double alpha, double beta) const {
  const double q = k / (13.41 * k_equality_);
  const double c = 14.2 / alpha + 386 / (1 + 69.9 * std::pow(q, 1.08));
  const double log = std::log(std::numbers::e + 1.8 * beta * q);
  return log / (log + c * q * q);
}

double LinearSpectrum::cold_part(double k) const {  // eqs. 17 and 18
  const double weight = 1 / (1 + std::pow(k * sound_horizon_ / 5.4, 4));
  return weight * pressureless(k, 1, beta_c_) + (1 - weight) * pressureless(k, alpha_c_, beta_c_);
}

double LinearSpectrum::baryon_part(double k) const {  // eqs. 21 and 22
  const double ks = k * sound_horizon_;
  const double shifted = ks / std::cbrt(1 + std::pow(beta_node_ / ks, 3));
  return (pressureless(k, 1, 1) / (1 + std::pow(ks / 5.2, 2)) +
          alpha_b_ / (1 + std::pow(beta_b_ / ks, 3)) * std::exp(-std::pow(k / k_silk_, 1.4))) *
         sinc(shifted);
}

double LinearSpectrum::transfer(double k) const {
  return baryon_share_ * baryon_part(k) + (1 - baryon_share_) * cold_part(k);
}

double LinearSpectrum::power(double k) const {
  const double t = transfer(k);
  return amplitude_ * std::pow(k, n_s_) * t * t;
}

double LinearSpectrum::sigma(double radius) const {
  // In ln k, where the integrand is smooth and falls as k^(3 + n_s) and faster than k^-4 at its
  // ends: what lies outside them is below 1e-8 of the whole.
  constexpr int kSteps = 8192;
  const double low = std::log(1e-4 / radius), high = std::log(1e3 / radius);
  const double step = (high - low) / kSteps;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double k = std::exp(low + (i + 0.5) * step), w = sphere(k * radius);
    sum += k * k * k * power(k) * w * w;
  }
  return std::sqrt(sum * step / 2) / std::numbers::pi;
}

}  // namespace tycho::initial
