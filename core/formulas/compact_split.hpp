// A split of Newton's force whose short range ends: a point's mass is smeared out over a ball of
// radius R, with the density of
//
//   (1 - x^2)^p,   x = r / R,   p = 5
//
// The mesh has the force of the ball, the tree what is left of the point's:
//
//   force:  1 - M(x),   potential:  1 - x (phi of the ball),   of Newton's, and nothing beyond R
//
// with M(x) the ball's mass within x. All are polynomials. In Fourier space the ball is
//
//   B(q) = (2 p + 3)!! j_{p+1}(q) / q^{p+1},   q = k R
//
// with the spherical Bessel function j, and falls as q^-(p+2). A Gaussian split (Springel 2005) cut
// at R leaves out what lies beyond; here nothing does. Host and device.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "core/formulas/short_range.hpp"

namespace tycho {

/// p. More is narrower in the middle and falls faster in Fourier space, from a larger q on.
inline constexpr int kBallPower = 5;
/// R in cells of the mesh: as far as the published split reaches, 4.5 of 1.25 cells.
inline constexpr double kBallCells = 5.625;

/// Flops of both factors.
inline constexpr double kCompactFlops = 20;

namespace compact {

using Terms = std::array<double, kBallPower + 1>;

/// M(x) = x^3 (sum of terms[i] x^(2 i)): the integral of x^2 (1 - x^2)^p, 1 at x = 1.
constexpr Terms mass_terms() {
  Terms terms{};
  double binomial = 1, all = 0;
  for (int i = 0; i <= kBallPower; ++i) {
    terms[i] = binomial / (2 * i + 3);
    all += terms[i];
    binomial *= -static_cast<double>(kBallPower - i) / (i + 1);
  }
  for (double& term : terms) term /= all;
  return terms;
}

/// The ball's potential is -(depth - x^2 (sum of terms[i] x^(2 i))) / R: the integral of M(x) /
/// x^2.
constexpr Terms potential_terms() {
  Terms terms = mass_terms();
  for (int i = 0; i <= kBallPower; ++i) terms[i] /= 2 * i + 2;
  return terms;
}

/// The `depth` above, which is the potential in the ball's middle: the potential at R is -1 / R.
constexpr double depth() {
  double all = 1;
  for (const double term : potential_terms()) all += term;
  return all;
}

}  // namespace compact

/// The factors at x = r / R, 0 <= x <= 1.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real compact_force(Real x) {
  constexpr compact::Terms kTerms = compact::mass_terms();
  const Real x_sq = x * x;
  Real sum = Real(kTerms[kBallPower]);
  for (int i = kBallPower - 1; i >= 0; --i) sum = sum * x_sq + Real(kTerms[i]);
  return Real(1) - x * x_sq * sum;
}
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real compact_potential(Real x) {
  constexpr compact::Terms kTerms = compact::potential_terms();
  constexpr double kDepth = compact::depth();
  const Real x_sq = x * x;
  Real sum = Real(kTerms[kBallPower]);
  for (int i = kBallPower - 1; i >= 0; --i) sum = sum * x_sq + Real(kTerms[i]);
  return Real(1) - x * (Real(kDepth) - x_sq * sum);
}

/// Called as split(r), as ErfcSplit is.
template <typename Real>
struct CompactSplit {
  Real per_radius{};  // 1 / R

  TYCHO_HOST_DEVICE ShortRange<Real> operator()(Real r) const {
    const Real x = r * per_radius;
    if (!(x < Real(1))) return {};
    return {compact_force(x), compact_potential(x)};
  }
};

/// The width of the Gaussian with the ball's mean square radius, 3 R^2 / (2 p + 5) = 6 r_s^2: the
/// mean of the short-range potential is that of the Gaussian split.
inline double compact_width(double radius) { return radius / std::sqrt(4.0 * kBallPower + 10); }

/// B(q) for q > 0.
inline double compact_wave(double q) {
  double value = std::sph_bessel(kBallPower + 1, q);
  for (int odd = 3; odd <= 2 * kBallPower + 3; odd += 2) value *= odd / q;
  return value;
}

/// The potential that a body of mass 1 gives itself through the ball.
constexpr double compact_self(double radius) { return -compact::depth() / radius; }

}  // namespace tycho
