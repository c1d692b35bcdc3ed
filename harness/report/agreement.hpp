// Times of ours that must agree, held against each other: the rule by which the papers' own tables
// are audited, applied to the tables of this report.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"
#include "harness/statistics/spread.hpp"

namespace tycho::report {

/// What tells a run apart, as it is shown; numbers stand in their own order, not in that of texts.
using Apart = std::pair<double, std::string>;

struct TimeOfRun {
  Estimate time;
  Processes processes;
};

/// Whether times that must agree do. An interval is that of a run's own processes; how far further
/// processes would lie off is known from those of all runs of the row (docs/timing.md, rule 14).
enum class Outcome {
  kAgrees,           // within the tolerance, or within their intervals
  kWithinProcesses,  // further apart, but no further than processes are that run the same
  kContradicts,
};

/// One row: a quantity of runs that are alike but for what the agreement is across.
struct AgreementRow {
  std::string machine, algorithm, variant, label, where, quantity;
  std::string kind;                   // rows of a kind are noisy in the same way
  std::string across;                 // what tells the runs apart: "thermal velocity"
  std::map<Apart, TimeOfRun> values;  // without the noisy ones
  int noisy = 0;                      // times that were left out
  double ratio = 1;                   // of the largest to the smallest
  statistics::Scatter scatter;        // of the processes of each run, noisy or not
  statistics::Spread spread;          // of processes that run the same
  Outcome outcome = Outcome::kAgrees;
};

/// Rows of which at least two values are not noisy.
std::vector<AgreementRow> agreement_rows(const Agreement& agreement, const std::string& paper,
                                         const std::vector<Run>& runs);

}  // namespace tycho::report
