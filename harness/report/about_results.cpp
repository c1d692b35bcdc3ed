// What a reader must know of these results before trusting them.
#include <algorithm>
#include <map>
#include <set>

#include "core/joined.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

std::vector<Block> throttled(const Evidence& evidence) {
  constexpr int kNamed = 5;
  constexpr const char* kStages = "the windows that time its stages";
  std::vector<std::string> slowed;
  int count = 0;
  for (const Run& run : evidence.runs) {
    if (!run.timing || run.timing->throttle_reasons.empty() || ++count > kNamed) continue;
    std::string slow;
    if (run.timing->throttled_windows > 0)
      slow = std::to_string(run.timing->throttled_windows) + " of " +
             plural(run.timing->repeats_measured, "timed window");
    if (run.timing->throttled_stages) join_to(slow, kStages, " and ");
    slowed.push_back(run.id + " during " + (slow.empty() ? "the run" : slow) + " (" +
                     words_of(run.timing->throttle_reasons) + ")");
  }
  if (slowed.empty()) return {};
  std::string text = joined(slowed, "; ");
  if (count > kNamed)
    text += "; and " + plural(count - kNamed, "more run") + ", marked in the tables of steps";
  return {Notice{Tone::kWarning,
                 "The GPU was slowed down by its power limit or by heat: " + text + "."}};
}

std::vector<Block> recorded_failures(const Evidence& evidence) {
  std::map<std::string, std::vector<std::string>> failed;  // by machine
  for (const Run& run : evidence.runs) {
    if (!run.machine->recorded) continue;
    std::vector<std::string>& there = failed[run.machine->name];
    if (run.status == result::Status::kFailed) there.push_back(run.id);
    for (const Check& check : run.checks)
      if (!check.pass) there.push_back(run.id + ": " + check.name);
  }
  std::vector<Block> blocks;
  for (const auto& [machine, what] : failed) {
    if (what.empty()) continue;
    blocks.push_back(Notice{
        Tone::kWarning, "Recorded on " + machine +
                            ", not run here: " + plural(static_cast<int>(what.size()), "failure") +
                            " (" + listed(what) + "); the tables of failed checks have them all."});
  }
  return blocks;
}

std::vector<Block> recorded_columns(const Evidence& evidence) {
  std::map<std::string, std::set<std::string>> papers;  // by where and when
  for (const auto& [paper, machine] : evidence.gpu_from)
    papers["recorded on " + machine->name + " on " + machine->date].insert(paper);
  std::vector<Block> blocks;
  for (const auto& [where, whose] : papers)
    blocks.push_back(Notice{
        Tone::kWarning, "GPU columns: " + where + ", not measured here (" + joined(whose) + ")."});
  return blocks;
}

std::vector<Block> skips(const Evidence& evidence) {
  std::map<std::string, std::map<std::string, int>> reasons;  // and papers
  for (const Run& run : evidence.inputs)
    if (run.status == result::Status::kSkipped) ++reasons[run.reason][run.paper];
  std::vector<Block> blocks;
  for (const auto& [reason, papers] : reasons) {
    int runs = 0;
    std::string names;
    for (const auto& [paper, count] : papers) {
      runs += count;
      join_to(names, paper);
    }
    blocks.push_back(
        Notice{Tone::kWarning, "Skipped: " + plural(runs, "run") + " of " + names + ": " + reason});
  }
  return blocks;
}

std::vector<std::shared_ptr<const Machine>> machines_of(const Evidence& evidence,
                                                        const std::string& paper) {
  std::vector<std::shared_ptr<const Machine>> machines;
  std::set<std::pair<std::string, bool>> seen;
  for (const std::vector<Run>* runs : {&evidence.inputs, &evidence.recorded}) {
    for (const Run& run : *runs) {
      if (!paper.empty() && run.paper != paper) continue;
      if (seen.insert({run.machine->name, run.machine->recorded}).second)
        machines.push_back(run.machine);
    }
  }
  std::stable_partition(machines.begin(), machines.end(),
                        [](const auto& machine) { return !machine->recorded; });
  return machines;
}

}  // namespace tycho::report
