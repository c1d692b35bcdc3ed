// Where the relative energy error settles: the median of its size over the last `share` of an
// evolution (a tenth unless said otherwise).
//
// The leapfrog conserves an energy that differs from the true one by a term of order dt^2 times the
// local force gradients. So its error is a spike at each close passage and next to nothing between
// them, and whether the very last sample falls on a spike is chance. The median over the last tenth
// is blind to spikes that fill less than half of it, but not to a drift, which lifts all samples.
#include <algorithm>
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"share", 0.1, 0.001, 1, "of the samples, the last ones"}};

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const auto& series = observed.energy_error;
  if (series.empty()) return lacking("energy_error");
  const double share = parameter(spec, energy_settled(), "share");
  const auto count = static_cast<std::size_t>(
      std::max(1.0, std::ceil(share * static_cast<double>(series.size()))));
  std::vector<double> sizes;
  for (std::size_t k = series.size() - count; k < series.size(); ++k) {
    sizes.push_back(std::abs(series[k].second));
    if (std::isnan(sizes.back())) return {sizes.back(), {{"time", series[k].first}}};
  }
  if (observed.was_cut()) return not_reached("end");
  std::sort(sizes.begin(), sizes.end());
  return {percentile(sizes, 50),
          {{"p90", percentile(sizes, 90)},
           {"max", sizes.back()},
           {"samples", static_cast<double>(count)}}};
}

}  // namespace

const Kind& energy_settled() {
  static const Kind kind{
      "energy_settled", "median relative energy error in the last part of an evolution",
      kParameters,      Needs::kEvolution,
      measure,          Looks::kAtStates};
  return kind;
}

}  // namespace tycho::checks
