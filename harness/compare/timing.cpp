#include "harness/compare/timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/compare/rank_test.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::compare {

namespace {

using result::RunRecord;

const result::StageRecord* stage_of(const RunRecord& run, const std::string& what) {
  if (!run.timing) return nullptr;
  const auto stage = run.timing->stages.find(what);
  return stage == run.timing->stages.end() ? nullptr : &stage->second;
}

const result::Statistics* times_of(const RunRecord& run, const std::string& what) {
  if (what == kStep) return run.timing ? &run.timing->step_s : nullptr;
  const result::StageRecord* stage = stage_of(run, what);
  return stage ? &stage->step_s : nullptr;
}

Sessions sessions_of(const std::vector<const RunRecord*>& runs, const std::string& what) {
  Sessions sessions;
  for (const RunRecord* run : runs)
    if (const result::Statistics* times = times_of(*run, what)) sessions.push_back(times->samples);
  return sessions;
}

std::string method_of(const RunRecord& run, const std::string& what) {
  const result::StageRecord* stage = what == kStep ? nullptr : stage_of(run, what);
  return stage ? stage->method : "";
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

std::vector<StagePair> pair_stages(const std::vector<const RunRecord*>& base,
                                   const std::vector<const RunRecord*>& fresh) {
  std::vector<std::string> names{kStep};
  for (const auto& [name, ignored] : base.front()->timing->stages) names.push_back(name);

  std::vector<StagePair> pairs;
  for (const std::string& name : names) {
    StagePair pair;
    pair.what = name;
    pair.base_method = method_of(*base.front(), name);
    pair.new_method = method_of(*fresh.front(), name);
    pair.base = sessions_of(base, name);
    pair.in_both = times_of(*fresh.front(), name) != nullptr;
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
