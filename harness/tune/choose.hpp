// The fastest of the settings tried.
#pragma once

#include <span>
#include <vector>

#include "harness/result/run_record.hpp"
#include "harness/tune/tuned.hpp"

namespace tycho::tune {

/// An entry for each case, size and variant of which some run came through with all its checks. The
/// contract's own values win unless the fastest is faster beyond both of their 95% intervals: noise
/// is no reason to leave what is safe. Entries of several cases for the same runs have the same
/// settings: those that win in each of the cases, else the contract's own.
std::vector<TunedEntry> choose(const std::vector<result::RunRecord>& runs,
                               std::span<const Contract* const> contracts);

}  // namespace tycho::tune
