#include "harness/report/bouts.hpp"

#include <algorithm>
#include <map>

#include "harness/report/choice.hpp"
#include "harness/report/select.hpp"
#include "harness/report/work_words.hpp"

namespace tycho::report {

namespace {

/// The runs of one machine that take part: where its GPU columns are recorded ones, the recorded
/// CPU is the one beside the GPU.
const std::vector<Run>& runs_beside(const std::string& machine, const Evidence& evidence) {
  const bool recorded = std::any_of(evidence.recorded.begin(), evidence.recorded.end(),
                                    [&](const Run& run) { return run.machine->name == machine; });
  return recorded ? evidence.recorded : evidence.runs;
}

}  // namespace

int Bout::rivals_there() const {
  return static_cast<int>(
      std::count_if(rivals.begin(), rivals.end(), [](const Run* run) { return run != nullptr; }));
}

std::vector<Bout> bouts_of(const Contest& contest, const std::string& paper,
                           const Evidence& evidence, bool estimates) {
  const std::vector<Run> none;
  const std::vector<Run>& estimated = estimates ? evidence.estimated : none;
  std::map<std::string, std::map<std::int64_t, Bout>> found;  // by machine, by size
  for (const Run& any : evidence.runs)
    if (any.paper == paper) found[any.machine->name];
  for (auto& of_machine : found) {
    const std::string& machine = of_machine.first;
    const auto enter = [&](const Selector& select, auto place) {
      if (select.empty()) return;
      std::map<std::int64_t, std::vector<const Run*>> of_size;
      for (const std::vector<Run>* runs : {&runs_beside(machine, evidence), &estimated})
        for (const Run& run : *runs) {
          if (run.paper != paper || run.machine->name != machine || !matches(run, select)) continue;
          const auto time = quantity_of(run, contest.quantity);
          if (time && time->value > 0) of_size[run.n].push_back(&run);
        }
      for (const auto& [n, candidates] : of_size) {
        const Choice choice = choose(candidates, {select, contest.quantity, true});
        Bout& bout = of_machine.second[n];
        bout.n = n;
        bout.machine = choice.run->machine;
        bout.of_several |= has_rivals(choice);
        place(bout) = choice.run;
      }
    };
    enter(contest.best, [](Bout& bout) -> const Run*& { return bout.best; });
    for (std::size_t r = 0; r < kRivals.size(); ++r)
      enter(contest.*kRivals[r].select, [r](Bout& bout) -> const Run*& { return bout.rivals[r]; });
  }
  std::vector<Bout> bouts;
  for (const auto& [machine, by_size] : found)
    for (const auto& [n, bout] : by_size) bouts.push_back(bout);
  return bouts;
}

std::string way_of(const Contest& contest, const Run& run, const std::string& quantity) {
  return contest.way.empty() || !is_interval(run) ? work_of(run, quantity) : contest.way;
}

}  // namespace tycho::report
