#include "harness/compare/timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/compare/part.hpp"
#include "harness/compare/rank_test.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;

const json* timing_of(const json& run, const std::string& what) {
  const auto timing = run.find("timing");
  if (timing == run.end()) return nullptr;
  if (what == kStep) return &*timing;
  const auto stages = timing->find("stages");
  if (stages == timing->end()) return nullptr;
  const auto stage = stages->find(what);
  return stage == stages->end() ? nullptr : &*stage;
}

Session samples_of(const json& measured) {
  Session samples;
  const json& step = measured.at("step_s");
  samples.reserve(part(step, "samples").size());
  for (const json& sample : part(step, "samples"))
    if (sample.is_number()) samples.push_back(sample.get<double>());
  if (samples.empty()) samples.push_back(step.at("median").get<double>());
  return samples;
}

Sessions sessions_of(const std::vector<const json*>& runs, const std::string& what) {
  Sessions sessions;
  for (const json* run : runs)
    if (const json* measured = timing_of(*run, what)) sessions.push_back(samples_of(*measured));
  return sessions;
}

std::string method_of(const json& run, const std::string& what) {
  const json* measured = timing_of(run, what);
  return measured && what != kStep ? measured->value("method", "") : "";
}

void test(StagePair& pair) {
  const std::vector<double> base = pooled(pair.base), fresh = pooled(pair.fresh);
  const double widened = inflation(pair.base, pair.fresh);
  const RankTest ranks = mann_whitney(base, fresh, widened);
  const Shift shift = hodges_lehmann(base, fresh, widened);
  Timed& timed = pair.timed;
  timed.base_s = measure::quantile(base, 0.5);
  timed.new_s = measure::quantile(fresh, 0.5);
  const auto relative = [&](double seconds) {
    if (timed.base_s > 0) return seconds / timed.base_s;
    return seconds == 0 ? 0.0 : std::copysign(std::numeric_limits<double>::infinity(), seconds);
  };
  pair.shift_s = shift.middle;
  pair.confidence = shift.confidence;
  timed.change = relative(shift.middle);
  timed.low = relative(shift.low);
  timed.high = relative(shift.high);
  timed.delta = ranks.delta;
  timed.p = ranks.p;
  timed.least_p = ranks.least_p;
  timed.base_samples = static_cast<int>(base.size());
  timed.new_samples = static_cast<int>(fresh.size());
  timed.base_sessions = static_cast<int>(pair.base.size());
  timed.new_sessions = static_cast<int>(pair.fresh.size());
}

}  // namespace

std::vector<StagePair> pair_stages(const std::vector<const json*>& base,
                                   const std::vector<const json*>& fresh) {
  std::vector<std::string> names{kStep};
  const json& timing = base.front()->at("timing");
  for (const auto& [name, ignored] : part(timing, "stages").items()) names.push_back(name);

  std::vector<StagePair> pairs;
  for (const std::string& name : names) {
    StagePair pair;
    pair.what = name;
    pair.base_method = method_of(*base.front(), name);
    pair.new_method = method_of(*fresh.front(), name);
    pair.base = sessions_of(base, name);
    pair.in_both = timing_of(*fresh.front(), name) != nullptr;
    if (pair.in_both) {
      pair.fresh = sessions_of(fresh, name);
      test(pair);
    }
    pairs.push_back(std::move(pair));
  }
  const double step_s = pairs.front().timed.base_s;
  for (StagePair& pair : pairs) pair.timed.step_share = step_s > 0 ? pair.shift_s / step_s : 0;
  std::stable_sort(pairs.begin() + 1, pairs.end(), [](const StagePair& a, const StagePair& b) {
    return a.timed.base_s > b.timed.base_s;
  });
  return pairs;
}

}  // namespace tycho::compare
