// How far the step times of processes that run the same lie apart: the interval of a time is that
// of its own processes, and says nothing of the next one's.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"
#include "harness/statistics/spread.hpp"

namespace tycho::report {

namespace {

struct OfAKind {
  statistics::Scatter scatter;
  int runs = 0;
};

std::string where_of(const Run& run) {
  if (run.on_gpu()) return "on the GPU";
  return run.threads > 1 ? "on several CPU threads" : "on one CPU thread";
}

}  // namespace

std::vector<Block> process_spread(const std::string& paper, const Evidence& evidence) {
  std::map<std::string, std::map<std::string, OfAKind>> machines;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || !run.ok() || !run.timing) continue;
    const std::vector<double> levels = levels_of_all(run.timing->processes);
    if (levels.size() < 2) continue;
    OfAKind& kind = machines[run.machine->name][where_of(run)];
    kind.scatter.add(levels);
    ++kind.runs;
  }
  std::vector<Block> blocks;
  for (const auto& [machine, places] : machines) {
    std::string text;
    for (const auto& [where, kind] : places) {
      const double sigma = std::sqrt(kind.scatter.squares / kind.scatter.degrees_of_freedom);
      text += (text.empty() ? "" : ", ") + number(100 * std::expm1(sigma), 2) + "% " + where +
              " (" + plural(kind.runs, "run") + ")";
    }
    blocks.push_back(Paragraph{
        "The same run was timed in several processes on " + machine +
        ". Root mean square, their step times lie off their mean by " + text +
        ", those left out as disturbed counted too. Expect two processes to differ by 1.4 times "
        "as much, however narrow the interval beside a time is."});
  }
  return blocks;
}

}  // namespace tycho::report
