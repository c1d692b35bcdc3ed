// The expanding background of a flat or curved universe of matter and a cosmological constant, the
// integrals that a step in comoving coordinates needs, and the growth of small perturbations.
//
// Units: lengths in comoving Mpc (not Mpc / h), velocities in km/s, masses in 10^10 solar masses;
// so times are in Mpc / (km/s) = 977.8 Gyr. a = 1 today.
//
//   dx/dt = u / a^2,   du/dt = g / a,   g = -grad phi,   Del^2 phi = 4 pi G (rho - mean)
//
// with x comoving, rho comoving, and u = a^2 dx/dt (Quinn et al. 1997; Springel 2005, section 2.3):
// no term of friction, and drift and kick are exact integrals over the expansion. The peculiar
// velocity is u / a, the physical potential phi / a.
#pragma once

#include <cmath>
#include <numbers>

namespace tycho {

/// G: that of the Sun's mass (IAU 2015), in Mpc (km/s)^2 / (10^10 solar masses).
inline constexpr double kGravity = 43.0091727003628;

struct Cosmology {
  double hubble = 0.7;  // H0 in 100 km/s/Mpc
  double omega_m = 0.25;
  double omega_lambda = 0.75;

  double omega_k() const { return 1 - omega_m - omega_lambda; }
};

/// 3 H0^2 / (8 pi G), in 10^10 solar masses / Mpc^3.
inline double critical_density(const Cosmology& c) {
  const double h0 = 100 * c.hubble;
  return 3 * h0 * h0 / (8 * std::numbers::pi * kGravity);
}

/// Of one of n equal particles that hold all matter of a box.
inline double particle_mass(const Cosmology& c, double box, double n) {
  return c.omega_m * critical_density(c) * box * box * box / n;
}

/// a^3 E^2: finite at a = 0.
inline double scaled_expansion_sq(const Cosmology& c, double a) {
  return c.omega_m + a * (c.omega_k() + a * a * c.omega_lambda);
}

/// E(a) = H(a) / H0.
inline double expansion(const Cosmology& c, double a) {
  return std::sqrt(scaled_expansion_sq(c, a) / (a * a * a));
}

/// H(a) in km/s/Mpc.
inline double hubble_rate(const Cosmology& c, double a) { return 100 * c.hubble * expansion(c, a); }

/// The density parameter of matter at a.
inline double omega_m_at(const Cosmology& c, double a) {
  return c.omega_m / scaled_expansion_sq(c, a);
}

/// The integral of f from x0 to x1: Gauss and Legendre's five points on each of `panels` parts.
template <typename Function>
double integral(const Function& f, double x0, double x1, int panels) {
  const double near = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3;
  const double far = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double near_weight = (322 + 13 * std::sqrt(70.0)) / 900;
  const double far_weight = (322 - 13 * std::sqrt(70.0)) / 900;
  const double half = 0.5 * (x1 - x0) / panels;
  double sum = 0;
  for (int p = 0; p < panels; ++p) {
    const double middle = x0 + (2 * p + 1) * half;
    sum += 128.0 / 225 * f(middle) +
           near_weight * (f(middle - near * half) + f(middle + near * half)) +
           far_weight * (f(middle - far * half) + f(middle + far * half));
  }
  return half * sum;
}

/// The integral of a^-power dt from a0 to a1, in log a: panels of at most 1/8 give 14 digits.
inline double expansion_integral(const Cosmology& c, double a0, double a1, int power) {
  const double x0 = std::log(a0), x1 = std::log(a1);
  const int panels = 1 + static_cast<int>(8 * std::abs(x1 - x0));
  return integral([&](double x) { return std::exp(-power * x) / hubble_rate(c, std::exp(x)); }, x0,
                  x1, panels);
}

/// x += drift u: the integral of dt / a^2.
inline double drift_factor(const Cosmology& c, double a0, double a1) {
  return expansion_integral(c, a0, a1, 2);
}

/// u += kick g: the integral of dt / a.
inline double kick_factor(const Cosmology& c, double a0, double a1) {
  return expansion_integral(c, a0, a1, 1);
}

/// The integral of da / (a E)^3 from 0 to a. With a = s^2 the integrand is smooth at 0.
inline double growth_integral(const Cosmology& c, double a) {
  return integral(
      [&](double s) {
        const double q = scaled_expansion_sq(c, s * s);
        return 2 * s * s * s * s / (q * std::sqrt(q));
      },
      0, std::sqrt(a), 64);
}

/// The growing mode D of linear perturbations: (5/2) Omega_m E times the growth integral (Heath
/// 1977), which is a while matter rules. Divide by D(1) for D = 1 today.
inline double growth_factor(const Cosmology& c, double a) {
  return 2.5 * c.omega_m * expansion(c, a) * growth_integral(c, a);
}

/// f = dlog D / dlog a. A displacement D psi has the velocity u = a^2 H f D psi.
inline double growth_rate(const Cosmology& c, double a) {
  const double q = scaled_expansion_sq(c, a);
  const double dlog_e = -(1.5 * c.omega_m + a * c.omega_k()) / q;
  return dlog_e + a * a * std::sqrt(a) / (q * std::sqrt(q) * growth_integral(c, a));
}

}  // namespace tycho
