#include <algorithm>
#include <iterator>

#include "harness/report/claims.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

Cell present_printed(const Finding& finding, Tally& tally) {
  switch (finding.verdict) {
    case Verdict::kHolds:
      ++tally.printed_holds;
      return {"holds", finding.observed, Tone::kGood};
    case Verdict::kDoesNotHold:
      ++tally.printed_does_not;
      return {"does not hold", finding.observed, Tone::kWarning};
    case Verdict::kUndecided:  // printed numbers have no intervals
    case Verdict::kNotMeasurable:
      break;
  }
  ++tally.printed_nothing;
  return {"no numbers", finding.observed, Tone::kPlain};
}

/// Only what holds by the paper's own numbers can hold no longer.
bool holds_no_longer(const Finding& finding, const Finding& printed) {
  return finding.verdict == Verdict::kDoesNotHold && printed.verdict == Verdict::kHolds;
}

Cell present(const Finding& finding, const Finding& printed) {
  switch (finding.verdict) {
    case Verdict::kHolds:
      return {"holds", finding.observed, Tone::kGood};
    case Verdict::kDoesNotHold:
      return {holds_no_longer(finding, printed) ? "holds no longer" : "does not hold",
              finding.observed, Tone::kWarning};
    case Verdict::kUndecided:
      return {"undecided", finding.observed, Tone::kPlain};
    case Verdict::kNotMeasurable:
      break;
  }
  return {"not measured here", finding.observed, Tone::kPlain};
}

/// What a claim is tried on: the runs of one machine, since GPU and CPU of different machines do
/// not mix.
std::vector<Run> runs_on(const Machine& machine, const std::string& paper,
                         const Evidence& evidence) {
  std::vector<Run> found;
  for (const std::vector<Run>* runs :
       {machine.recorded ? &evidence.recorded : &evidence.inputs, &evidence.estimated})
    std::copy_if(runs->begin(), runs->end(), std::back_inserter(found), [&](const Run& run) {
      return run.paper == paper && run.machine->name == machine.name;
    });
  return found;
}

/// A claim counts once: by the first machine that can say something of it.
void count(const std::vector<Finding>& findings, const Finding& printed, Tally& tally) {
  const auto told = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.verdict != Verdict::kNotMeasurable;
  });
  if (told == findings.end())
    ++tally.not_measurable;
  else if (holds_no_longer(*told, printed))
    ++tally.holds_no_longer;
  else if (told->verdict == Verdict::kDoesNotHold)
    ++tally.does_not_hold;
  else
    ++(told->verdict == Verdict::kHolds ? tally.holds : tally.undecided);
}

}  // namespace

std::vector<Block> claims_section(const Paper& paper, const Evidence& evidence, Tally& tally) {
  Table table;
  table.id = slug(paper.key + "-claims");
  table.caption = "Claims";
  table.columns = {{"It says", "", false},
                   {"Tested as", "", false},
                   {"True of the paper's own numbers?", "", false}};
  const auto machines = machines_of(evidence, paper.key);
  for (const auto& machine : machines)
    table.columns.push_back({"What " + machine->name + " shows", recorded_note(*machine), false});
  const auto numbers = numbers_of(paper);
  std::vector<std::vector<Run>> runs;  // by machine
  for (const auto& machine : machines) runs.push_back(runs_on(*machine, paper.key, evidence));
  for (const Claim& claim : paper.claims) {
    auto& row = table.rows.emplace_back();
    row.push_back({claim.sentence, claim.where, Tone::kPlain});
    row.push_back({claim.reads, claim.published.empty() ? "" : "Published: " + claim.published,
                   Tone::kPlain});
    const Finding printed = try_printed(claim.printed, numbers, is_of_shares(claim.test));
    row.push_back(present_printed(printed, tally));
    std::vector<Finding> findings;
    for (std::size_t m = 0; m < machines.size(); ++m) {
      findings.push_back(try_claim(claim, paper, runs[m], *machines[m]));
      row.push_back(present(findings.back(), printed));
    }
    count(findings, printed, tally);
  }
  if (table.rows.empty()) return {};
  return {
      Heading{2, "What the paper claims", paper.key + "-claims"},
      Paragraph{"Each testable sentence has two verdicts: whether it is true of the numbers "
                "that the paper itself prints, and what each machine shows, at which size and "
                "over how many steps. Undecided: an interval of 95% that reaches over the bound "
                "decides nothing, neither does a time of CPU threads that were not bound to "
                "cores, nor do other sizes than the claim's. An interval decides where all of "
                "it lies on one side of the bound, however wide it is. Holds no longer is said "
                "only of what holds by the paper's own "
                "numbers."},
      std::move(table)};
}

}  // namespace tycho::report
