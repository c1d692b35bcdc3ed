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
#include <numbers>

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

/// The polynomial in t from -1 to 1 that has the function's values at Chebyshev's points.
template <typename Function>
std::array<double, kErfcTerms> interpolated(const Function& function) {
  using Terms = std::array<double, kErfcTerms>;
  const auto angle = [](int k) { return std::numbers::pi * (k + 0.5) / kErfcTerms; };
  Terms values, sum{}, before{}, here{};  // T_(j-1) and T_j by powers of t
  for (int k = 0; k < kErfcTerms; ++k) values[k] = function(std::cos(angle(k)));
  here[0] = 1;
  for (int j = 0; j < kErfcTerms; ++j) {
    double coefficient = 0;
    for (int k = 0; k < kErfcTerms; ++k) coefficient += values[k] * std::cos(j * angle(k));
    coefficient *= (j == 0 ? 1.0 : 2.0) / kErfcTerms;
    for (int i = 0; i < kErfcTerms; ++i) sum[i] += coefficient * here[i];
    Terms next{};
    for (int i = 0; i < kErfcTerms; ++i) {
      if (i > 0) next[i] = (j == 0 ? 1 : 2) * here[i - 1];
      next[i] -= before[i];
    }
    before = here;
    here = next;
  }
  return sum;
}

/// Of a Gaussian split that ends at u = r / (2 r_s) = `end`.
template <typename Real>
Factor<Real, kErfcTerms> erfc_factor(double end) {
  const ErfcSplit<double> split{end};
  const auto at = [&](double t) { return std::sqrt((t + 1) / 2); };
  const auto p = interpolated([&](double t) {
    const double x = at(t);
    return (1 - split(x).force) / (x * x * x);
  });
  const auto q = interpolated([&](double t) { return (1 - split(at(t)).potential) / at(t); });
  Factor<Real, kErfcTerms> factor{2, -1, {}, {}};
  for (int i = 0; i < kErfcTerms; ++i) {
    factor.force[i] = static_cast<Real>(p[i]);
    factor.potential[i] = static_cast<Real>(q[i]);
  }
  return factor;
}

}  // namespace

}  // namespace tycho::reference::tree_pm
