// Times of ours that must agree, held against each other: the rule by which the papers' own tables
// are audited, applied to the tables of this report.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// What tells a run apart, as it is shown; numbers stand in their own order, not in that of texts.
using Apart = std::pair<double, std::string>;

/// One row: a quantity of runs that are alike but for what the agreement is across.
struct AgreementRow {
  std::string machine, algorithm, variant, label, where, quantity;
  std::string across;                // what tells the runs apart: "thermal velocity"
  std::map<Apart, Estimate> values;  // without the noisy ones
  int noisy = 0;                     // times that were left out
  double ratio = 1;                  // of the largest to the smallest
  /// No two values are further apart than the tolerance and beyond their intervals.
  bool agrees = true;
};

/// Rows of which at least two values are not noisy.
std::vector<AgreementRow> agreement_rows(const Agreement& agreement, const std::string& paper,
                                         const std::vector<Run>& runs);

}  // namespace tycho::report
