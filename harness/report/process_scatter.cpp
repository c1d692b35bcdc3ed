#include "harness/report/process_scatter.hpp"

#include <cmath>
#include <vector>

#include "harness/report/select.hpp"
#include "harness/statistics/spread.hpp"

namespace tycho::report {

namespace {

std::string place_of(const Run& run) {
  if (run.on_gpu()) return "on the GPU";
  return run.threads > 1 ? "on several CPU threads" : "on one CPU thread";
}

}  // namespace

std::map<std::string, std::map<std::string, ProcessScatter>> process_scatter(
    const std::string& paper, const Evidence& evidence) {
  std::map<std::string, std::map<std::string, statistics::Scatter>> scatters;
  std::map<std::string, std::map<std::string, ProcessScatter>> found;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || !run.ok() || !run.timing) continue;
    const std::vector<double> levels = levels_of_all(run.timing->processes);
    if (levels.size() < 2) continue;
    const std::string place = place_of(run);
    statistics::Scatter& scatter = scatters[run.machine->name][place];
    scatter.add(levels);
    ProcessScatter& own = found[run.machine->name][place];
    ++own.runs;
    own.off_mean = std::expm1(std::sqrt(scatter.squares / scatter.degrees_of_freedom));
  }
  return found;
}

}  // namespace tycho::report
