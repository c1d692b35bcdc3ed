// How far a run that is timed along another one is from its carrier after the steps that were timed
// at an epoch: the median distance of the same particles, over the median distance that they moved
// meanwhile; of all epochs the largest. Both began the steps with the same particles, so that only
// the errors of two codes part them. A run that begins at a wrong time, in a wrong box or with
// other forces does other work than was asked for, and shows here.
#include <algorithm>
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (observed.apart.empty()) return lacking("carrier");
  for (const double apart : observed.apart)
    if (std::isnan(apart)) return lacking("finite_positions");
  return {*std::max_element(observed.apart.begin(), observed.apart.end()),
          {{"first", observed.apart.front()},
           {"last", observed.apart.back()},
           {"epochs", static_cast<double>(observed.apart.size())}}};
}

}  // namespace

const Kind& carrier_distance() {
  static const Kind kind{"carrier_distance",
                         "median distance of the particles from where the carrier has them after "
                         "the steps timed at an epoch, over the median distance they moved; of all "
                         "epochs the largest",
                         {},
                         Needs::kCarrier,
                         measure,
                         Looks::kAtStates};
  return kind;
}

}  // namespace tycho::checks
