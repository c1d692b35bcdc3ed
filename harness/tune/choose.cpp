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
  double median = 0, low = 0, high = 0;
};

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

TunedEntry decided(const Contest& contest) {
  TunedEntry entry = contest.entry;
  const auto best =
      std::min_element(contest.trials.begin(), contest.trials.end(),
                       [](const Trial& a, const Trial& b) { return a.median < b.median; });
  const auto safe = std::find_if(contest.trials.begin(), contest.trials.end(),
                                 [](const Trial& trial) { return trial.safe; });
  const bool keeps_safe = safe != contest.trials.end() && best->high >= safe->low;
  const Trial& winner = keeps_safe ? *safe : *best;
  entry.settings = winner.settings;
  entry.step_s = winner.median;
  if (safe != contest.trials.end()) entry.safe_step_s = safe->median;
  return entry;
}

}  // namespace

std::vector<TunedEntry> choose(const std::vector<RunRecord>& runs,
                               std::span<const Contract* const> contracts) {
  std::map<json, Contest> contests;  // by what the runs have in common
  for (const RunRecord& run : runs) {
    const Settings settings = settings_of(run, contracts);
    SplitSettings parts = split(settings);
    if (run.implementation) parts.with[kOfLibrary] = run.variant;
    Contest& contest = contests[{run.algorithm, run.threads, run.n, parts.with}];
    TunedEntry& entry = contest.entry;
    entry.algorithm = run.algorithm;
    entry.threads = settings.threads();
    entry.particles = run.n;
    entry.with = parts.with;
    entry.origin = run.paper + "/" + run.case_name;
    entry.date = run.started;
    ++entry.tried;
    if (!sound(run)) {
      ++entry.refused;
      continue;
    }
    const result::Statistics& step = run.timing->step_s;
    contest.trials.push_back(
        {std::move(parts.tuned), is_safe(settings), step.median, step.low, step.high});
  }
  std::vector<TunedEntry> entries;
  for (const auto& [alike, contest] : contests)
    if (!contest.trials.empty()) entries.push_back(decided(contest));
  return entries;
}

}  // namespace tycho::tune
