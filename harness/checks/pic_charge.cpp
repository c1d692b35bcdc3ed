// The charge on the grid against that of the particles, -nx ny in all, relative.
#include <cmath>
#include <numeric>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  const std::vector<double> charge = observed.field("charge_density");
  if (charge.empty()) return lacking("charge_density");
  const double whole = observed.settings->number("nx") * observed.settings->number("ny");
  const double total = std::accumulate(charge.begin(), charge.end(), 0.0);
  return {std::abs(total + whole) / whole, {{"total", total}}};
}

}  // namespace

const Kind& pic_charge() {
  static const Kind kind{"pic_charge", "|charge on the grid + nx ny| / (nx ny)",
                         {},           Needs::kNothing,
                         measure,      Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
