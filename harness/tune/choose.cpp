#include "harness/tune/choose.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "harness/terms/setting_values.hpp"

namespace tycho::tune {

namespace {

using nlohmann::json;

struct Trial {
  TunedValues settings;
  bool safe = false;  // the contract's own values
  result::Statistics step_s{};
};

// The interval of fewer samples says nothing: that of one has no width.
constexpr std::size_t kLeastSamples = 3;

struct Contest {
  TunedEntry entry;
  std::vector<Trial> trials;
};

using result::RunRecord;

Settings settings_of(const RunRecord& run, std::span<const Contract* const> contracts) {
  const Contract* contract = find_contract(contracts, run.algorithm);
  if (!contract) throw UsageError("no algorithm '" + run.algorithm + "'");
  Settings settings(*contract, run.on_gpu() ? Backend::kCuda : Backend::kCpu, run.threads);
  for (const auto& [name, value] : run.settings) {
    if (const std::string* word = std::get_if<std::string>(&value))
      settings.set(name, std::string_view(*word));
    else
      settings.set(name, std::get<double>(value));
  }
  return settings;
}

bool sound(const RunRecord& run) {
  if (!run.ok() || !run.timing) return false;
  return !run.checks || std::all_of(run.checks->begin(), run.checks->end(),
                                    [](const result::CheckRecord& check) { return check.pass; });
}

bool is_safe(const Settings& settings) {
  const auto parameters = tunable(settings);
  return std::all_of(parameters.begin(), parameters.end(),
                     [&](const Parameter* p) { return settings.number(p->name) == p->fallback; });
}

/// Null where the contract's own values failed.
const Trial* safe_of(const Contest& contest) {
  const auto safe = std::find_if(contest.trials.begin(), contest.trials.end(),
                                 [](const Trial& trial) { return trial.safe; });
  return safe == contest.trials.end() ? nullptr : &*safe;
}

/// Whether one is faster than the other beyond both their intervals.
bool surely_faster(const result::Statistics& one, const result::Statistics& other) {
  return std::min(one.samples.size(), other.samples.size()) >= kLeastSamples &&
         one.high < other.low;
}

const Trial& winner_of(const Contest& contest) {
  const auto best = std::min_element(
      contest.trials.begin(), contest.trials.end(),
      [](const Trial& a, const Trial& b) { return a.step_s.median < b.step_s.median; });
  const Trial* safe = safe_of(contest);
  return safe && !surely_faster(best->step_s, safe->step_s) ? *safe : *best;
}

TunedEntry entry_of(const Contest& contest, const Trial& chosen) {
  TunedEntry entry = contest.entry;
  entry.settings = chosen.settings;
  entry.step_s = chosen.step_s.median;
  if (const Trial* safe = safe_of(contest)) entry.safe_step_s = safe->step_s.median;
  return entry;
}

/// A run takes its settings whatever its case is: where cases that are alike in all else disagree,
/// the contract's own values are left, and nothing where these failed in one of them.
std::vector<TunedEntry> agreed(const std::vector<const Contest*>& cases) {
  const bool agree = std::all_of(cases.begin(), cases.end(), [&](const Contest* one) {
    return winner_of(*one).settings == winner_of(*cases.front()).settings;
  });
  std::vector<TunedEntry> entries;
  for (const Contest* one : cases) {
    const Trial* chosen = agree ? &winner_of(*one) : safe_of(*one);
    if (!chosen) return {};
    entries.push_back(entry_of(*one, *chosen));
  }
  return entries;
}

}  // namespace

std::vector<TunedEntry> choose(const std::vector<RunRecord>& runs,
                               std::span<const Contract* const> contracts) {
  // By what the runs have in common, and by case: the particles of two cases are not alike.
  std::map<json, std::map<std::string, Contest>> contests;
  for (const RunRecord& run : runs) {
    const Settings settings = settings_of(run, contracts);
    SplitSettings parts = split(settings);
    if (run.implementation) parts.with[kOfLibrary] = run.variant;
    const std::string origin = run.paper + "/" + run.case_name;
    Contest& contest = contests[{run.algorithm, run.threads, run.n, parts.with}][origin];
    TunedEntry& entry = contest.entry;
    entry.algorithm = run.algorithm;
    entry.threads = settings.threads();
    entry.particles = run.n;
    entry.with = parts.with;
    entry.origin = origin;
    entry.date = run.started;
    ++entry.tried;
    if (!sound(run)) {
      ++entry.refused;
      continue;
    }
    contest.trials.push_back({std::move(parts.tuned), is_safe(settings), run.timing->step_s});
  }
  std::vector<TunedEntry> entries;
  for (const auto& [alike, by_case] : contests) {
    std::vector<const Contest*> held;
    for (const auto& [origin, contest] : by_case)
      if (!contest.trials.empty()) held.push_back(&contest);
    for (TunedEntry& entry : agreed(held)) entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace tycho::tune
