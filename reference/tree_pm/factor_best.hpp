// The short-range factors of a split as polynomials, which SIMD evaluates without a table or an
// exponential. All splits have the same form: with x = r / cut,
//
//   force = 1 - x^3 P(w),   potential = 1 - x Q(w),   w = scale x^2 + shift
//
// since erf, and the mass of a ball, are odd in x. Of split = compact P and Q are the polynomials
// of core/formulas/compact_split.hpp. Of a Gaussian split they are interpolated at Chebyshev's
// points, about the middle of the range: 16 terms are right to 1e-9 as far as u = 3.
#pragma once

#include <array>
#include <cmath>

#include "core/chebyshev.hpp"
#include "core/formulas/compact_split.hpp"
#include "core/formulas/short_range.hpp"
#include "reference/simd.hpp"

namespace tycho::reference::tree_pm {

namespace {

template <typename Real, int kTerms>
struct Factor {
  Real scale, shift;
  std::array<Real, kTerms> force, potential;  // P and Q, the constant first

  using V = simd::Vector<Real>;
  static V polynomial(const std::array<Real, kTerms>& terms, const V& w) {
    V sum = terms[kTerms - 1];
    for (int i = kTerms - 2; i >= 0; --i) sum = sum * w + terms[i];
    return sum;
  }
};

inline constexpr int kCompactTerms = kBallPower + 2, kErfcTerms = 16;

template <typename Real>
Factor<Real, kCompactTerms> compact_factor() {
  Factor<Real, kCompactTerms> factor{1, 0, {}, {}};
  factor.potential[0] = static_cast<Real>(compact::depth());
  for (int i = 0; i <= kBallPower; ++i) {
    factor.force[i] = static_cast<Real>(compact::mass_terms()[i]);
    factor.potential[i + 1] = static_cast<Real>(-compact::potential_terms()[i]);
  }
  return factor;
}

/// Of a Gaussian split that ends at u = r / (2 r_s) = `end`.
template <typename Real>
Factor<Real, kErfcTerms> erfc_factor(double end) {
  const ErfcSplit<double> split{end};
  const auto at = [&](double t) { return std::sqrt((t + 1) / 2); };
  const auto p = chebyshev_polynomial<kErfcTerms>([&](double t) {
    const double x = at(t);
    return (1 - split(x).force) / (x * x * x);
  });
  const auto q = chebyshev_polynomial<kErfcTerms>(
      [&](double t) { return (1 - split(at(t)).potential) / at(t); });
  Factor<Real, kErfcTerms> factor{2, -1, {}, {}};
  for (int i = 0; i < kErfcTerms; ++i) {
    factor.force[i] = static_cast<Real>(p[i]);
    factor.potential[i] = static_cast<Real>(q[i]);
  }
  return factor;
}

}  // namespace

}  // namespace tycho::reference::tree_pm
