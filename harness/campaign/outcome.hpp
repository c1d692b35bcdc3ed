// How a campaign went, counted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/result/run_record.hpp"

namespace tycho::campaign {

struct Outcome {
  int ok = 0, failed = 0, skipped = 0;
  int checks = 0, checks_failed = 0;
  int checks_not_judged = 0;  // besides, since their runs were cut
  std::map<std::string, int> skip_reasons;
};

Outcome outcome_of(const std::vector<result::RunRecord>& records);

/// Whether the run was skipped for want of memory, of the machine's or of its GPU's.
bool lacked_memory(const result::RunRecord& record);

/// "12 runs: 8 ok, 1 failed, 3 skipped; 20 checks, 0 did not hold", with ", 2 not judged since
/// their runs were cut" where time ended runs, and below a line for each of the most frequent
/// reasons: "  3 skipped: no CUDA device".
std::string in_words(const Outcome& outcome);

/// "energy_peak did not hold (2e-05, limit 1e-05)", of every check of a run that did not.
std::string not_held_in_words(const result::RunRecord& record);

/// "cut at step 40 of 96 by --budget; growth_rate was not judged", of a run that its time ended;
/// else empty.
std::string cut_way_in_words(const result::RunRecord& record);

}  // namespace tycho::campaign
