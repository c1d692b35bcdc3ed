// What a reader of a time must expect of the next process that measures it.
#include <string>
#include <vector>

#include "core/joined.hpp"
#include "harness/report/number.hpp"
#include "harness/report/process_scatter.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

std::vector<Block> process_spread(const std::string& paper, const Evidence& evidence) {
  std::vector<Block> blocks;
  for (const auto& [machine, places] : process_scatter(paper, evidence)) {
    std::string text;
    for (const auto& [place, scatter] : places)
      join_to(text, number(100 * scatter.off_mean, 2) + "% " + place + " (" +
                        plural(scatter.runs, "run") + ")");
    blocks.push_back(Paragraph{
        "The same run was timed in several processes on " + machine +
        ". Root mean square, their step times lie off their mean by " + text +
        ", those left out as disturbed counted too. Expect two processes to differ by 1.4 times "
        "as much, however narrow the interval beside a time is."});
  }
  return blocks;
}

}  // namespace tycho::report
