// How far particles are from where the reference run has them after the same steps, matched by id,
// as a length. The value is the displacement of the `rank`-th most displaced particle: rank 1 is
// the maximum, which no single wrong particle escapes; a larger rank forgives the few that meet a
// close neighbour, in which rounding grows. The details hold the maximum, ranks 10 and 100, the
// mean, and the count above `above` (the limit unless given).
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"rank", 1, 1, 1e9, "of the particle, the most displaced first"},
    {"above", -1, 0, 1e300, "farther particles are counted as a detail; -1: the limit"}};

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  if (!observed.reference) return lacking("reference");
  std::vector<double> moved =
      distances(*observed.final, *observed.reference, periodic_box(*observed.settings));
  if (moved.empty()) return lacking("matching_ids");
  for (const double distance : moved)
    if (std::isnan(distance)) return lacking("finite_positions");
  std::sort(moved.begin(), moved.end(), std::greater<>());

  const auto count = static_cast<double>(moved.size());
  const double above = parameter(spec, displacement(), "above");
  const double limit = above < 0 ? spec.limit : above;
  const auto ranked = [&](double rank) {
    return moved[static_cast<std::size_t>(std::min(rank, count)) - 1];
  };
  return {ranked(parameter(spec, displacement(), "rank")),
          {{"max", moved.front()},
           {"rank10", ranked(10)},
           {"rank100", ranked(100)},
           {"mean", std::accumulate(moved.begin(), moved.end(), 0.0) / count},
           {"above", limit},
           {"count_above", static_cast<double>(std::count_if(moved.begin(), moved.end(),
                                                             [&](double d) { return d > limit; }))},
           {"steps", static_cast<double>(observed.verified_steps)}}};
}

}  // namespace

const Kind& displacement() {
  static const Kind kind{
      "displacement",
      "distance of a particle from where the reference has the same particle, by id",
      kParameters,
      Needs::kReference,
      measure,
      Looks::kAtStates};
  return kind;
}

}  // namespace tycho::checks
