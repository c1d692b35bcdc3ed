// The largest change of a galaxy's half-mass radii along an evolution, relative to the start, over
// its components: a galaxy in balance stays as large as it is. The details say which changed how.
#include <cmath>
#include <string>

#include "harness/checks/components.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (observed.components.size() < 2) return lacking("components");
  const Components& start = observed.components.front();
  Measured measured{0, {}};
  for (std::size_t which = 0; which < kComponentNames.size(); ++which) {
    double most = 0;
    for (const Components& now : observed.components)
      most = larger(most, std::abs(now.half_mass[which] / start.half_mass[which] - 1));
    measured.details[std::string(kComponentNames[which])] = most;
    measured.value = larger(measured.value, most);
  }
  measured.details["until"] = observed.components.back().t;
  return measured;
}

}  // namespace

const Kind& component_radii() {
  static const Kind kind{
      "component_radii",
      "largest relative change of the half-mass radius of a galaxy's component along an evolution",
      {},
      Needs::kEvolution,
      measure};
  return kind;
}

}  // namespace tycho::checks
