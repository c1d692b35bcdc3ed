// Times of ours that must agree, held against each other: the rule by which the papers' own tables
// are audited, applied to the tables of this report.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// One row: a quantity of runs that are alike but for what the agreement is across.
struct AgreementRow {
  std::string machine, variant, where, quantity;
  std::map<std::string, double> values;  // by what tells the runs apart; without the noisy ones
  int noisy = 0;                         // times that were left out
  double ratio = 1;                      // of the largest to the smallest
  bool agrees = true;
};

/// Rows of which at least two values are not noisy.
std::vector<AgreementRow> agreement_rows(const Agreement& agreement, const std::string& paper,
                                         const std::vector<Run>& runs);

}  // namespace tycho::report
