#include "harness/report/estimates.hpp"

#include <algorithm>

#include "harness/report/choice.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

/// A formula of a paper, on the runs of one machine at one size.
class Estimator {
 public:
  Estimator(const TimeFormula& formula, const std::string& paper, const std::vector<Run>& runs)
      : formula_(formula), paper_(paper), runs_(runs) {}

  std::vector<Run> estimated() const {
    std::vector<Run> made;
    for (const Run& counted : runs_) {
      if (!counted.ok() || !counted.timing || counted.n < formula_.least_n ||
          !is_of(counted, formula_.counters_of) || !is_chosen(counted, formula_.counters_of))
        continue;
      const Run* stages = at(counted, formula_.stages_of);
      if (stages && stages->timing && !at(counted, formula_.of))
        made.push_back(run_from(*stages, counted));
    }
    return made;
  }

 private:
  bool is_of(const Run& run, const Selector& select) const {
    return run.paper == paper_ && matches(run, select);
  }
  /// The run of a place on the other's machine and of its size; null: none came off.
  const Run* at(const Run& other, const Selector& select) const {
    std::vector<const Run*> found;
    for (const Run& run : runs_)
      if (run.ok() && is_of(run, select) && run.n == other.n &&
          run.machine->name == other.machine->name)
        found.push_back(&run);
    return choose(found, {select, "total_s"}).run;
  }
  bool is_chosen(const Run& run, const Selector& select) const { return at(run, select) == &run; }

  /// With the stages' values, or the low or high ends of their intervals.
  double total(const Run& stages, const Run& counted, double Estimate::*end) const {
    std::map<std::string, double> names{{"n", static_cast<double>(counted.n)}};
    for (const auto& [name, count] : counted.counters) names[name] = count.value();
    for (const auto& [name, stage] : stages.timing->stages) names[name] = stage.step_s.*end;
    return evaluate(formula_.total_s, names);
  }

  Run run_from(const Run& stages, const Run& counted) const {
    Run run;
    static_cast<result::RunDescription&>(run) = stages;
    run.case_name = counted.case_name;
    run.suite = counted.suite;
    run.id = paper_ + "/" + run.case_name + "/n=" + std::to_string(run.n) + "/" + run.variant;
    run.started = stages.started;
    run.machine = stages.machine;
    run.machine_tag = stages.machine_tag;
    run.cores = stages.cores;
    run.threads_used = stages.threads_used;
    Times& times = run.timing.emplace();
    times.estimated = formula_.text;
    times.extrapolated = true;
    times.steps_requested = counted.timing->steps_requested;
    times.steps_measured = stages.timing->steps_measured;
    times.repeats_measured = stages.timing->repeats_measured;
    times.total_s = {total(stages, counted, &Estimate::value),
                     total(stages, counted, &Estimate::low),
                     total(stages, counted, &Estimate::high)};
    const double steps = static_cast<double>(times.steps_requested);
    times.step_s = times.clean_step_s = {times.total_s.value / steps, times.total_s.low / steps,
                                         times.total_s.high / steps};
    return run;
  }

  const TimeFormula& formula_;
  const std::string& paper_;
  const std::vector<Run>& runs_;
};

}  // namespace

std::vector<Run> estimated_runs(const Evidence& evidence,
                                const std::map<std::string, Paper>& papers) {
  std::vector<Run> all;
  for (const auto& [key, paper] : papers)
    for (const TimeFormula& formula : paper.estimates)
      for (const std::vector<Run>* runs : {&evidence.inputs, &evidence.recorded})
        for (Run& run : Estimator(formula, key, *runs).estimated()) all.push_back(std::move(run));
  return all;
}

}  // namespace tycho::report
