#include "harness/measure/comparison_way.hpp"

#include "harness/measure/kept_json.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

// A state that has been joined to the others is let go, so that at most one of them is held twice.
std::vector<double> joined(std::vector<std::vector<double>> states) {
  std::size_t all = 0;
  for (const std::vector<double>& state : states) all += state.size();
  std::vector<double> one;
  one.reserve(all);
  for (std::vector<double>& state : states) {
    one.insert(one.end(), state.begin(), state.end());
    state = {};
  }
  return one;
}

void take_seen(const json& way, Comparison& seen) {
  take_times(way.at("timing"), seen.timing);
  seen.sittings = way.at("sittings").get<int>() + 1;
  seen.spent_s = way.at("spent_s");
  seen.step = numbers(way.at("step"));
  seen.largest = numbers(way.at("largest"));
  seen.median = numbers(way.at("median"));
  seen.parted = way.at("parted");
}

}  // namespace

Checkpoint kept_comparison(std::span<const Member> members, const Comparison& seen,
                           double spent_s) {
  std::vector<std::vector<double>> states;
  json kept = json::array();
  for (const Member& member : members) {
    states.push_back(member.algorithm->checkpoint());
    if (states.back().empty()) return {};
    kept.push_back({{"taken", member.taken},
                    {"numbers", states.back().size()},
                    {"counted", member.algorithm->counted()}});
  }
  return {joined(std::move(states)),
          {{"members", kept},
           {"timing", times_of(seen.timing)},
           {"sittings", seen.sittings},
           {"spent_s", spent_s},
           {"step", seen.step},
           {"largest", seen.largest},
           {"median", seen.median},
           {"parted", seen.parted}}};
}

void take_comparison(const Checkpoint& kept, const Particles& initial, std::span<Member> members,
                     Comparison& seen) {
  std::span<const double> states = kept.state;
  try {
    take_seen(kept.way, seen);
    for (std::size_t m = 0; m < members.size(); ++m) {
      const json& member = kept.way.at("members").at(m);
      const std::size_t size = member.at("numbers");
      if (size > states.size()) refuse_way("its states are shorter than it says");
      members[m].algorithm->restore(initial, states.first(size));
      members[m].algorithm->recount(member.at("counted").get<std::vector<double>>());
      members[m].taken = member.at("taken");
      states = states.subspan(size);
    }
  } catch (const json::exception& why) {
    refuse_way(why.what());
  }
}

}  // namespace tycho::measure
