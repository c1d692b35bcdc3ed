// A function as a polynomial, for loops in SIMD that have room for neither a table nor a library's
// function.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace tycho {

/// The polynomial in t from -1 to 1, the constant first, that has the function's values at
/// Chebyshev's points.
template <int kTerms, typename Function>
std::array<double, kTerms> chebyshev_polynomial(const Function& function) {
  using Terms = std::array<double, kTerms>;
  const auto angle = [](int k) { return std::numbers::pi * (k + 0.5) / kTerms; };
  Terms values, sum{}, before{}, here{};  // T_(j-1) and T_j by powers of t
  for (int k = 0; k < kTerms; ++k) values[k] = function(std::cos(angle(k)));
  here[0] = 1;
  for (int j = 0; j < kTerms; ++j) {
    double coefficient = 0;
    for (int k = 0; k < kTerms; ++k) coefficient += values[k] * std::cos(j * angle(k));
    coefficient *= (j == 0 ? 1.0 : 2.0) / kTerms;
    for (int i = 0; i < kTerms; ++i) sum[i] += coefficient * here[i];
    Terms next{};
    for (int i = 0; i < kTerms; ++i) {
      if (i > 0) next[i] = (j == 0 ? 1 : 2) * here[i - 1];
      next[i] -= before[i];
    }
    before = here;
    here = next;
  }
  return sum;
}

}  // namespace tycho
