// The seven-point Laplacian in units of the cell, aubert2009 eq. 5 in three dimensions:
//
//   L u = (sum of the six neighbours) - 6 u = rho
//
// its eigenvalues (eq. 7) and its relaxation (eq. 9).
#pragma once

#include <cmath>
#include <numbers>

#include "core/attributes.hpp"

namespace tycho {

/// 4 sin^2(k dx / 2) of wave number `index` on n points: the sum over the three axes, with a minus
/// sign, is the eigenvalue of L (eq. 7).
TYCHO_HOST_DEVICE inline double eigenvalue_term(int index, int n) {
  using std::sin;
  const double s = sin(std::numbers::pi * index / n);
  return 4 * s * s;
}

/// rho - L u, for a cell whose equation has `diagonal` in place of 6 next to a wall.
template <typename Real>
TYCHO_HOST_DEVICE inline Real residual_of(Real neighbours, Real diagonal, Real u, Real rho) {
  return rho - (neighbours - diagonal * u);
}

/// The value that satisfies the cell's equation given its neighbours (eq. 9), approached by a
/// factor omega: below 1 damped, above 1 over-relaxed.
template <typename Real>
TYCHO_HOST_DEVICE inline Real relaxed(Real neighbours, Real inverse_diagonal, Real u, Real rho,
                                      Real omega) {
  return u + omega * ((neighbours - rho) * inverse_diagonal - u);
}

}  // namespace tycho
