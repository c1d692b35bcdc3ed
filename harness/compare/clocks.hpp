// What a run recorded of the machine beneath it: the GPU's clocks, and who else used the cores.
//
// `device.other_cores` is the mean number of cores that other processes used during a run,
// `device.core_gops` what the cores gave it (core/core_speed.hpp).
#pragma once

#include <string>
#include <vector>

#include "harness/result/run_record.hpp"

namespace tycho::compare {

/// How much of a change of time the clocks can account for, as a factor on time: a run may have
/// had any clock between the slowest and the fastest recorded.
struct ClockShare {
  double least = 1, most = 1;  // of time NEW / BASE, from clocks alone
  std::string words;  // "clock 1980 MHz, then 1755 MHz"; empty: none recorded, or no change
};

/// Of the runs' "device" records: the mean over the timed windows where it was watched. Elsewhere
/// the clocks before and after the run: one before that is lower than the one after is a GPU at
/// rest and says nothing of the run; one that is higher means the run was clocked down.
ClockShare clock_share(const std::vector<const result::RunRecord*>& base,
                       const std::vector<const result::RunRecord*>& fresh);

/// Whether runs on the CPU had to share their cores with other processes or other machines, and on
/// one side more than on the other. `slower`: for a change towards longer times. Empty where that
/// explains nothing, else "other processes used 0.1 cores, then 1.4 of 2", or "cores did 8.8, then
/// 4.4 billion instructions a second".
std::string load_explains(const std::vector<const result::RunRecord*>& base,
                          const std::vector<const result::RunRecord*>& fresh, int cores,
                          bool slower);

}  // namespace tycho::compare
