// The largest change of a galactic disc's thickness along an evolution, relative to the start. A
// disc whose speeds across it do not balance its weight swells or sinks in at once; one stirred up
// by bodies too heavy swells slowly.
#include <cmath>

#include "harness/checks/components.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (observed.components.size() < 2) return lacking("components");
  const double start = observed.components.front().thickness;
  double most = 0;
  for (const Components& now : observed.components)
    most = larger(most, std::abs(now.thickness / start - 1));
  return {most,
          {{"start", start},
           {"end", observed.components.back().thickness},
           {"until", observed.components.back().t}}};
}

}  // namespace

const Kind& disc_thickness() {
  static const Kind kind{"disc_thickness",
                         "largest relative change of the median height of a galaxy's disc over its "
                         "own plane, along an evolution",
                         {},
                         Needs::kEvolution,
                         measure};
  return kind;
}

}  // namespace tycho::checks
