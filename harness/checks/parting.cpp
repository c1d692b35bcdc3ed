// How far the run is from the reference after the first steps of a comparison, as a length: what
// rounding can do before the orbits amplify it. How it grows from there is the series `difference`.
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (observed.difference.empty()) return lacking("difference");
  const auto [steps, distance] = observed.difference.front();
  return {distance, {{"steps", steps}, {"at_the_end", observed.difference.back().second}}};
}

}  // namespace

const Kind& parting() {
  static const Kind kind{"parting",
                         "distance from the reference after the first steps of a comparison",
                         {},
                         Needs::kComparison,
                         measure};
  return kind;
}

}  // namespace tycho::checks
