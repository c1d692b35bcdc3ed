// How far the worst particle ends from where it began, as a length: for orbits that close, run over
// whole periods. Unlike what is conserved this sees an orbit run at the wrong rate, and unlike a
// reference run the truth is known beforehand.
#include <algorithm>
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  const std::vector<double> moved = distances(*observed.final, *observed.initial);
  if (moved.empty()) return lacking("matching_ids");
  for (const double distance : moved)
    if (std::isnan(distance)) return lacking("finite_positions");
  if (observed.was_cut()) return not_reached("whole_periods");
  return {*std::max_element(moved.begin(), moved.end()),
          {{"steps", static_cast<double>(observed.verified_steps)}}};
}

}  // namespace

const Kind& return_to_start() {
  static const Kind kind{"return_to_start",
                         "largest distance from start to end of an evolution over whole periods",
                         {},
                         Needs::kEvolution,
                         measure,
                         Looks::kAtStates};
  return kind;
}

}  // namespace tycho::checks
