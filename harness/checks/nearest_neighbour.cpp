// By how much the neighbours that a run names are farther than the nearest, relative: the largest
// of a sample of particles. Zero where all are right. Two bodies at distances closer than the
// precision tells apart may be taken for each other.
#include <algorithm>
#include <cmath>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/pulls.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  const Particles& particles = *observed.final;
  const std::size_t n = particles.size();
  const std::vector<double> named =
      observed.field ? observed.field("neighbour") : std::vector<double>();
  if (named.size() != n || n < 2) return lacking("neighbour");
  const std::vector<std::size_t> targets = sample_targets(n);
  const std::vector<DirectPull> truth =
      direct_pulls(particles, observed.settings->number("softening"), targets);
  double worst = 0, other = 0;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const std::size_t i = targets[t];
    const double j = named[i];
    if (!(j >= 0 && j < static_cast<double>(n)) || j == static_cast<double>(i))
      return lacking("a_neighbour_that_is_another_body");
    const double distance =
        length(particles.position(static_cast<std::size_t>(j)) - particles.position(i));
    const double excess =
        truth[t].nearest == 0 ? distance : std::max(distance / truth[t].nearest - 1, 0.0);
    other += static_cast<std::size_t>(j) != truth[t].neighbour;
    worst = larger(worst, excess);
  }
  return {worst, {{"other_bodies", other}, {"targets", static_cast<double>(targets.size())}}};
}

}  // namespace

const Kind& nearest_neighbour() {
  static const Kind kind{"nearest_neighbour",
                         "how much farther than the nearest a named neighbour is, relative",
                         {},
                         Needs::kNothing,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
