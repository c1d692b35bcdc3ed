// The bar of a galaxy's disc at the end of an evolution: A2 / A0 within two scale lengths of its
// middle (components.hpp). A disc in balance stays round; one that a satellite has passed does not.
#include <algorithm>

#include "harness/checks/components.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kWanted[] = {{"wanted", 0.2, 0.001, 1, "A2 / A0"}};

Measured strength(const terms::CheckSpec&, const Observed& observed) {
  if (observed.components.size() < 2) return lacking("components");
  double most = 0;
  for (const Components& now : observed.components) most = std::max(most, now.bar);
  const Components& end = observed.components.back();
  return {end.bar, {{"most", most}, {"until", end.t}}};
}

Measured missing(const terms::CheckSpec& spec, const Observed& observed) {
  Measured measured = strength(spec, observed);
  const double wanted = parameter(spec, bar_missing(), "wanted");
  // A bar grows late.
  if (observed.was_cut() && measured.value < wanted) return not_reached("bar");
  measured.details["bar"] = measured.value;
  // NaN stays NaN.
  measured.value = measured.value >= wanted ? 0 : (wanted - measured.value) / wanted;
  return measured;
}

}  // namespace

const Kind& bar_strength() {
  static const Kind kind{"bar_strength",
                         "A2 / A0 of a galaxy's disc within two scale lengths, at the end of an "
                         "evolution",
                         {},
                         Needs::kEvolution,
                         strength};
  return kind;
}

const Kind& bar_missing() {
  static const Kind kind{
      "bar_missing", "by which part the bar_strength falls short of `wanted`; 0 where it does not",
      kWanted, Needs::kEvolution, missing};
  return kind;
}

}  // namespace tycho::checks
