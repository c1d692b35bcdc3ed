#include "harness/measure/layzer_irvine.hpp"

#include <cmath>
#include <utility>

namespace tycho::measure {

double LayzerIrvine::error(double a, const checks::Energy& comoving) {
  const double kinetic = comoving.kinetic / (a * a);
  const double sum = a * kinetic + comoving.potential;
  if (!std::exchange(begun_, true)) {
    start_ = sum;
    potential_at_start_ = comoving.potential;
  } else {
    integral_ += 0.5 * (kinetic_ + kinetic) * (a - a_);
  }
  a_ = a;
  kinetic_ = kinetic;
  const double scale = a * kinetic + std::abs(comoving.potential - potential_at_start_);
  const double change = sum + integral_ - start_;
  return change == 0 ? 0 : change / scale;
}

}  // namespace tycho::measure
