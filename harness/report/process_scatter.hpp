// How far the step times of processes that run the same lie off their mean: the interval of a time
// is that of its own processes, and says nothing of the next one's.
#pragma once

#include <map>
#include <string>

#include "harness/report/load.hpp"

namespace tycho::report {

struct ProcessScatter {
  double off_mean = 0;  // root mean square, in parts of the time
  int runs = 0;         // that several processes measured
};

/// Of a paper's runs by machine, and there by where they compute: "on the GPU", "on one CPU
/// thread", "on several CPU threads".
std::map<std::string, std::map<std::string, ProcessScatter>> process_scatter(
    const std::string& paper, const Evidence& evidence);

}  // namespace tycho::report
