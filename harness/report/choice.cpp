#include "harness/report/choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace tycho::report {

namespace {

/// The place of a run's case among those that the selector names.
std::size_t place_of_case(const Run& run, const Selector& select) {
  const auto found = select.find("case");
  if (found == select.end()) return 0;
  const auto& cases = found->second;
  return static_cast<std::size_t>(std::find(cases.begin(), cases.end(), run.case_name) -
                                  cases.begin());
}

/// What is compared, a number for each ground: the least counts.
struct Rank {
  std::array<double, 5> of_ground;
  std::string started, id;

  Rank(const Run& run, const Place& place) : started(run.started), id(run.id) {
    const bool any = place.quantity.empty();
    const auto value = any ? std::nullopt : quantity_of(run, place.quantity);
    // A check that came out as no number at all is shown; a time that did is not the least.
    const bool has = any || (value && (!place.fastest || std::isfinite(value->value)));
    const bool part = run.timing && run.timing->rests_on_part(place.quantity);
    of_ground = {has ? 0.0 : 1.0, -static_cast<double>(run.n),
                 place.fastest && has ? value->value : 0,
                 static_cast<double>(place_of_case(run, place.select)), part ? 1.0 : 0.0};
  }
  bool before(const Rank& other) const {
    if (of_ground != other.of_ground) return of_ground < other.of_ground;
    return std::tie(started, id) > std::tie(other.started, other.id);
  }
  /// The first ground on which the two differ.
  Ground ground_against(const Rank& other) const {
    const auto [own, others] =
        std::mismatch(of_ground.begin(), of_ground.end(), other.of_ground.begin());
    return static_cast<Ground>(own - of_ground.begin());
  }
};

}  // namespace

Choice choose(const std::vector<const Run*>& candidates, const Place& place) {
  if (candidates.empty()) return {};
  std::vector<std::pair<Rank, const Run*>> ranked;
  for (const Run* run : candidates) ranked.emplace_back(Rank(*run, place), run);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first.before(b.first); });
  Choice choice{ranked.front().second, {}};
  for (auto other = std::next(ranked.begin()); other != ranked.end(); ++other)
    choice.not_shown.push_back({other->second, ranked.front().first.ground_against(other->first)});
  return choice;
}

bool has_rivals(const Choice& choice) {
  return std::any_of(choice.not_shown.begin(), choice.not_shown.end(), [](const NotShown& other) {
    return other.ground != Ground::kNumber && other.ground != Ground::kSize;
  });
}

std::string words_of(Ground ground) {
  switch (ground) {
    case Ground::kNumber:
      return "the one that has the number";
    case Ground::kSize:
      return "the largest";
    case Ground::kFastest:
      return "the fastest";
    case Ground::kCase:
      return "the one of the case that is named first for this place";
    case Ground::kWhole:
      return "the one that was run whole";
    case Ground::kLatest:
      break;
  }
  return "the one started last";
}

}  // namespace tycho::report
