#include "harness/statistics/student.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tycho::statistics {

namespace {

// Beyond this number t is normal to four digits of a chance of 1e-6.
constexpr int kManyDegrees = 20000;

// Chance that t lies nearer to 0. Abramowitz & Stegun (1964), eqs. 26.7.3 and 26.7.4.
double nearer(double t, int degrees) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(angle), square = cosine * cosine;
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1, sum = 0;
  for (int k = odd ? 1 : 0; k <= degrees - 2; k += 2) {
    sum += term;
    term *= square * (k + 1.0) / (k + 2.0);
  }
  sum *= std::sin(angle);
  return odd ? 2 / std::numbers::pi * (angle + sum) : sum;
}

}  // namespace

double student_p(double t, int degrees_of_freedom) {
  const double far = std::abs(t);
  if (degrees_of_freedom > kManyDegrees) return std::erfc(far / std::numbers::sqrt2);
  if (std::isinf(far)) return 0;
  return std::clamp(1 - nearer(far, degrees_of_freedom), 0.0, 1.0);
}

double student_t(double p, int degrees_of_freedom) {
  double low = 0, high = 1;
  while (student_p(high, degrees_of_freedom) > p) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (student_p(middle, degrees_of_freedom) > p ? low : high) = middle;
  }
  return high;
}

}  // namespace tycho::statistics
