#include "harness/compare/timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "harness/compare/mean_step.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/statistics/student.hpp"

namespace tycho::compare {

namespace {

using result::RunRecord;
using Levels = std::vector<double>;  // logarithms of the medians of processes

constexpr double kChanceOutside = 0.05;  // of the interval of the change

const result::StageRecord* stage_of(const RunRecord& run, const std::string& what) {
  if (!run.timing) return nullptr;
  const auto stage = run.timing->stages.find(what);
  return stage == run.timing->stages.end() ? nullptr : &stage->second;
}

const result::Statistics* record_of(const RunRecord& run, const std::string& what) {
  if (what == kStep) return run.timing ? &run.timing->step_s : nullptr;
  const result::StageRecord* stage = stage_of(run, what);
  return stage ? &stage->step_s : nullptr;
}

std::string method_of(const RunRecord& run, const std::string& what) {
  const result::StageRecord* stage = what == kStep ? nullptr : stage_of(run, what);
  return stage ? stage->method : "";
}

// A time of 0 is below what the clock resolves; its logarithm would be none.
double level_of(double seconds) {
  return std::log(std::max(seconds, std::numeric_limits<double>::min()));
}

// The mean step of a run whose steps need not be alike, where its step is asked for.
std::optional<double> mean_of(const RunRecord& run, const std::string& what) {
  return what == kStep && run.timing ? mean_step_of(*run.timing) : std::nullopt;
}

void add(const result::Statistics& record, Times& times) {
  times.samples.insert(times.samples.end(), record.samples.begin(), record.samples.end());
  if (!record.visits || record.visits->size() < 2) times.sessions.push_back(record.samples);
  if (!record.visits || record.visits->empty())
    times.levels.push_back(level_of(measure::quantile(record.samples, 0.5)));
  else
    for (const double median : *record.visits) times.levels.push_back(level_of(median));
  if (record.left_out)
    for (const double median : *record.left_out) times.left_out.push_back(level_of(median));
}

// Only what was timed in one way can be held against each other.
Times times_of(const std::vector<const RunRecord*>& runs, const std::string& what,
               const std::string& method) {
  Times times;
  for (const RunRecord* run : runs)
    if (const result::Statistics* record = record_of(*run, what);
        record && !record->samples.empty() && method_of(*run, what) == method) {
      add(*record, times);
      if (const auto mean = mean_of(*run, what)) times.levels.back() = level_of(*mean);
    }
  return times;
}

// Visits were left out because of their times: what the others differ by is less than what
// processes do.
Levels with_left_out(const Times& times) {
  Levels all = times.levels;
  all.insert(all.end(), times.left_out.begin(), times.left_out.end());
  return all;
}

Levels levels_of(const std::vector<const PastProcess*>& together, const StagePair& pair) {
  Levels levels;
  for (const PastProcess* process : together) {
    if (pair.what == kStep) levels.push_back(level_of(process->step_s));
    const auto stage = process->stages.find(pair.what);
    if (stage != process->stages.end() && stage->second.method == pair.base_method)
      levels.push_back(level_of(stage->second.step_s));
  }
  return levels;
}

double mean(const Levels& levels) {
  return std::accumulate(levels.begin(), levels.end(), 0.0) / static_cast<double>(levels.size());
}

void describe(StagePair& pair, const Measured& run) {
  const Levels &base = pair.base.levels, &fresh = pair.fresh.levels;
  pair.scatter.add(with_left_out(pair.base));
  pair.scatter.add(with_left_out(pair.fresh));
  for (const auto& together : run.past) pair.scatter.add(levels_of(together, pair));
  Timed& timed = pair.timed;
  timed.base_s = std::exp(mean(base));
  timed.new_s = std::exp(mean(fresh));
  pair.shift_s = timed.new_s - timed.base_s;
  timed.change = std::expm1(mean(fresh) - mean(base));
  timed.base_samples = static_cast<int>(pair.base.samples.size());
  timed.new_samples = static_cast<int>(pair.fresh.samples.size());
  timed.base_processes = static_cast<int>(base.size());
  timed.new_processes = static_cast<int>(fresh.size());
}

}  // namespace

std::vector<StagePair> pair_stages(const Measured& run) {
  std::vector<std::string> names{kStep};
  for (const auto& [name, ignored] : run.base.front()->timing->stages) names.push_back(name);

  std::vector<StagePair> pairs;
  for (const std::string& name : names) {
    StagePair pair;
    pair.what = name;
    pair.base_method = method_of(*run.base.front(), name);
    pair.new_method = method_of(*run.fresh.front(), name);
    pair.base = times_of(run.base, name, pair.base_method);
    pair.fresh = times_of(run.fresh, name, pair.new_method);
    pair.of_states = mean_of(*run.base.front(), name) || mean_of(*run.fresh.front(), name);
    pair.in_both = std::all_of(run.fresh.begin(), run.fresh.end(), [&](const RunRecord* fresh) {
      return record_of(*fresh, name) != nullptr;
    });
    if (pair.in_both && !pair.base.samples.empty() && !pair.fresh.samples.empty())
      describe(pair, run);
    pairs.push_back(std::move(pair));
  }
  const double step_s = pairs.front().timed.base_s;
  for (StagePair& pair : pairs) pair.timed.step_share = step_s > 0 ? pair.shift_s / step_s : 0;
  std::stable_sort(pairs.begin() + 1, pairs.end(), [](const StagePair& a, const StagePair& b) {
    return a.timed.base_s > b.timed.base_s;
  });
  return pairs;
}

void test(StagePair& pair, const statistics::Spread& spread) {
  Timed& timed = pair.timed;
  const double off = std::log1p(timed.change);
  const double error =
      spread.sigma * std::sqrt(1.0 / timed.base_processes + 1.0 / timed.new_processes);
  const double half = statistics::student_t(kChanceOutside, spread.degrees_of_freedom) * error;
  timed.spread = spread.sigma;
  timed.degrees_of_freedom = spread.degrees_of_freedom;
  timed.low = std::expm1(off - half);
  timed.high = std::expm1(off + half);
  timed.p = statistics::student_p(off / error, spread.degrees_of_freedom);
}

}  // namespace tycho::compare
