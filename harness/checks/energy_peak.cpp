// The largest relative energy error met on the way through an evolution. A symplectic integrator's
// error rises while two bodies pass each other and falls back afterwards; its height tells whether
// the step resolves the closest passage. Seen at the sampled points only.
#include <algorithm>
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (observed.energy_error.empty()) return lacking("energy_error");
  double peak = 0, when = 0;
  for (const auto& [time, error] : observed.energy_error) {
    // Not std::max, which would pass over a NaN.
    if (!(std::abs(error) <= peak)) {
      peak = std::abs(error);
      when = time;
    }
    if (std::isnan(peak)) break;
  }
  return {peak, {{"time", when}, {"samples", static_cast<double>(observed.energy_error.size())}}};
}

}  // namespace

const Kind& energy_peak() {
  static const Kind kind{"energy_peak",
                         "largest relative energy error on the way of an evolution",
                         {},
                         Needs::kEvolution,
                         measure,
                         Looks::kAtStates};
  return kind;
}

}  // namespace tycho::checks
