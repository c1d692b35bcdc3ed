#include <algorithm>
#include <map>
#include <set>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

struct RunCounts {
  int ok = 0, failed = 0, skipped = 0, checks = 0, checks_failed = 0;
};

RunCounts count(const std::vector<Run>& runs) {
  RunCounts counts;
  for (const Run& run : runs) {
    ++(run.ok()                                ? counts.ok
       : run.status == result::Status::kFailed ? counts.failed
                                               : counts.skipped);
    for (const Check& check : run.checks) {
      ++counts.checks;
      if (!check.pass) ++counts.checks_failed;
    }
  }
  return counts;
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Runs timed while the GPU was slowed down: the first few by name.
std::vector<Block> throttled(const Evidence& evidence) {
  constexpr int kNamed = 5;
  std::vector<Block> blocks;
  int count = 0;
  for (const Run& run : evidence.runs) {
    if (!run.timing || run.timing->throttle_reasons.empty() || ++count > kNamed) continue;
    blocks.push_back(Notice{
        Tone::kWarning,
        "Throttled: " + run.id + ": " + std::to_string(run.timing->throttled_windows) + " of " +
            std::to_string(run.timing->repeats_measured) + " windows" +
            (run.timing->throttled_stages ? " and the stages" : "") +
            " were timed while the GPU was slowed down (" + run.timing->throttle_reasons + ")"});
  }
  if (count > kNamed)
    blocks.push_back(Notice{Tone::kWarning, "Throttled: " + std::to_string(count - kNamed) +
                                                " more runs; the tables of steps mark them."});
  return blocks;
}

std::string plural(int count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

Facts verdicts(const Evidence& evidence, const Tally& tally) {
  const RunCounts here = count(evidence.inputs);
  Facts facts;
  facts.facts.push_back(
      {"Runs here", std::to_string(here.ok) + " ran",
       plural(here.failed, "failure") + ", " + std::to_string(here.skipped) + " skipped",
       here.failed ? Tone::kBad : Tone::kGood});
  facts.facts.push_back({"Checks here",
                         std::to_string(here.checks - here.checks_failed) + " of " +
                             std::to_string(here.checks) + " pass",
                         here.checks == 0 ? "none in these results"
                         : here.checks_failed == 0
                             ? "every value is within its limit"
                             : plural(here.checks_failed, "check") + " failed",
                         here.checks_failed ? Tone::kBad
                         : here.checks      ? Tone::kGood
                                            : Tone::kWarning});
  facts.facts.push_back({"Cells of published tables",
                         std::to_string(tally.cells.measured) + " measured",
                         std::to_string(tally.cells.extrapolated) + " extrapolated, " +
                             std::to_string(tally.cells.noisy) + " noisy, " +
                             std::to_string(tally.cells.skipped) + " skipped",
                         Tone::kPlain});
  facts.facts.push_back({"Claims, by the papers' own numbers",
                         std::to_string(tally.printed_holds) + " hold",
                         std::to_string(tally.printed_does_not) + " do not, " +
                             std::to_string(tally.printed_nothing) + " have no numbers",
                         Tone::kPlain});
  facts.facts.push_back({"Claims, by every machine", std::to_string(tally.holds) + " hold",
                         std::to_string(tally.holds_no_longer) + " hold no longer, " +
                             std::to_string(tally.does_not_hold) + " do not hold, " +
                             std::to_string(tally.undecided) + " undecided, " +
                             std::to_string(tally.not_measurable) + " not measurable",
                         Tone::kPlain});
  if (tally.agree + tally.contradict > 0)
    facts.facts.push_back({"Rows of ours that must agree", std::to_string(tally.agree) + " agree",
                           std::to_string(tally.contradict) + " contradict each other",
                           tally.contradict ? Tone::kWarning : Tone::kPlain});
  facts.facts.push_back({"Arithmetic of the papers", std::to_string(tally.adds_up) + " add up",
                         std::to_string(tally.does_not_add_up) + " do not", Tone::kPlain});
  return facts;
}

/// Everything that went wrong here, before anything else.
std::vector<Block> failures(const Evidence& evidence) {
  std::vector<Block> blocks;
  for (const Run& run : evidence.inputs) {
    if (run.status == result::Status::kFailed)
      blocks.push_back(Notice{Tone::kBad, "Failed run: " + run.id + ": " + run.reason});
    for (const Check& check : run.checks) {
      if (check.pass) continue;
      blocks.push_back(Notice{Tone::kBad, "Failed check: " + run.id + ": " + check.name + " is " +
                                              number(check.value) + ", its limit " +
                                              number(check.limit) + " (" + check.reason + ")"});
    }
  }
  return blocks;
}

/// What went wrong where the recorded columns come from, in a sentence for each machine.
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

/// Which papers have their GPU columns from a recorded machine.
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

/// What was not run, by reason.
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
      names += (names.empty() ? "" : ", ") + paper;
    }
    blocks.push_back(
        Notice{Tone::kWarning, "Skipped: " + plural(runs, "run") + " of " + names + ": " + reason});
  }
  return blocks;
}

}  // namespace

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

std::vector<Block> overview(const Evidence& evidence, const std::map<std::string, Paper>& papers,
                            const Tally& tally) {
  std::vector<Block> blocks;
  std::set<std::string> names, suites;
  for (const Run& run : evidence.inputs) {
    const auto paper = papers.find(run.paper);
    names.insert(paper == papers.end() ? run.paper : paper->second.title + " (" + run.paper + ")");
    suites.insert(run.suite);
  }
  blocks.push_back(Paragraph{"Run: " + joined(names) + "; suite " + joined(suites) + "."});
  for (const auto& machine : machines_of(evidence)) {
    if (!machine->recorded)
      blocks.push_back(Paragraph{"Where and when: " + machine->name + ", " + machine->date + "."});
  }
  const auto add = [&](std::vector<Block> more) {
    for (Block& block : more) blocks.push_back(std::move(block));
  };
  add(recorded_columns(evidence));
  blocks.push_back(verdicts(evidence, tally));
  add(failures(evidence));
  add(recorded_failures(evidence));
  add(skips(evidence));
  add(throttled(evidence));
  blocks.push_back(Paragraph{
      "Every number here was measured by tycho or is cited from a paper, and says which. Measured: "
      "a median with its 95% interval; a quantity per step says over how many steps. Extrapolated: "
      "a total of which a part was run, and the cell says how many of its steps. Noisy: the "
      "interval is wider than a tenth of the value; no speed-up and no claim is decided by it. "
      "Skipped: the cell says why."});
  return blocks;
}

}  // namespace tycho::report
