// Times of runs that nobody makes because they would take too long, where they follow from other
// runs: published data has the formula ("estimates", docs/formats.md). One CPU thread needs more
// than half an hour for 65,536 bodies from t = 0.25 to 0.5; what a block step costs it, and how
// many bodies step how often, is known from runs of minutes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// The runs that the papers' formulas stand for: of a machine and a size whose own run is not in
/// the evidence, and for which both runs are that the formula takes its numbers from. Such a run
/// has total_s, step_s and what it was estimated from (Times::estimated), and no stage, check or
/// counter.
std::vector<Run> estimated_runs(const Evidence& evidence,
                                const std::map<std::string, Paper>& papers);

}  // namespace tycho::report
