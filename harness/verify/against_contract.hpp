// The work of a run's stages against what the algorithm's contract counts for its settings.
#pragma once

#include "core/settings.hpp"
#include "harness/result/run_record.hpp"
#include "harness/result/where.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

/// `timing`: where the times of the run stand. Counts are by the contract of this program, whatever
/// the commit of the run; of stages that the contract counted otherwise at the time there is a
/// note. Of algorithms that count as they run (Traits::counts_as_it_runs) flops and bytes only have
/// to be one share of what the contract counts.
void check_against_contract(const result::RunRecord& run, const Settings& settings,
                            const result::Where& timing, Findings& findings, Findings& notes);

}  // namespace tycho::verify
