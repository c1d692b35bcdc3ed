// The GPU's clocks, where a run recorded them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tycho::compare {

/// How much of a change of time the clocks can account for, as a factor on time: a run may have
/// had any clock between `fastest` and `slowest`.
struct ClockShare {
  double least = 1, most = 1;  // of time NEW / BASE, from clocks alone
  std::string words;           // "1980 MHz, then 1755 MHz"; empty: none recorded, or no change
};

/// Of the runs' "device" records. A clock before the run that is lower than the one after it is a
/// GPU at rest and says nothing of the run; one that is higher means the run was clocked down.
ClockShare clock_share(const std::vector<const nlohmann::json*>& base,
                       const std::vector<const nlohmann::json*>& fresh);

}  // namespace tycho::compare
