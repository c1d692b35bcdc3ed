#include "harness/tune/choose.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
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

Settings settings_of(const json& run, std::span<const Contract* const> contracts) {
  const auto contract = std::find_if(contracts.begin(), contracts.end(), [&](const Contract* one) {
    return one->name == run.at("algorithm").get<std::string>();
  });
  if (contract == contracts.end())
    throw UsageError("no algorithm '" + run.at("algorithm").get<std::string>() + "'");
  const Backend backend = run.at("backend") == "cuda" ? Backend::kCuda : Backend::kCpu;
  Settings settings(**contract, backend, run.at("threads").get<int>());
  for (const auto& [name, value] : run.at("settings").items()) {
    if (value.is_string())
      settings.set(name, std::string_view(value.get_ref<const std::string&>()));
    else
      settings.set(name, value.get<double>());
  }
  return settings;
}

bool sound(const json& run) {
  if (run.at("status") != "ok" || !run.contains("timing")) return false;
  const json checks = run.value("checks", json::array());
  return std::all_of(checks.begin(), checks.end(),
                     [](const json& check) { return check.at("pass").get<bool>(); });
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

std::vector<TunedEntry> choose(const json& runs, std::span<const Contract* const> contracts) {
  std::map<json, Contest> contests;  // by what the runs have in common
  for (const json& run : runs) {
    const Settings settings = settings_of(run, contracts);
    SplitSettings parts = split(settings);
    Contest& contest = contests[{run.at("algorithm"), run.at("threads"), run.at("n"), parts.with}];
    TunedEntry& entry = contest.entry;
    run.at("algorithm").get_to(entry.algorithm);
    entry.threads = settings.threads();
    run.at("n").get_to(entry.particles);
    entry.with = parts.with;
    entry.origin = run.at("paper").get<std::string>() + "/" + run.at("case").get<std::string>();
    entry.date = run.value("started", "");
    ++entry.tried;
    if (!sound(run)) {
      ++entry.refused;
      continue;
    }
    const json& step = run.at("timing").at("step_s");
    contest.trials.push_back({std::move(parts.tuned), is_safe(settings),
                              step.at("median").get<double>(), step.at("low").get<double>(),
                              step.at("high").get<double>()});
  }
  std::vector<TunedEntry> entries;
  for (const auto& [alike, contest] : contests)
    if (!contest.trials.empty()) entries.push_back(decided(contest));
  return entries;
}

}  // namespace tycho::tune
