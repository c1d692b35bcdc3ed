#include <algorithm>
#include <vector>

#include "harness/result/energy.hpp"
#include "harness/result/utc_time.hpp"
#include "harness/result/where.hpp"
#include "harness/verify/finder.hpp"
#include "harness/verify/judged.hpp"
#include "harness/verify/timing_consistency.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;
using result::place;
using result::RunRecord;
using result::Where;

class Consistency : public Finder {
 public:
  using Finder::Finder;

  void in_the_past(const Where& at, const std::string& time) {
    if (time > now_) add(at, "lies ahead of now, " + now_);
  }

  void run(const RunRecord& run, const Where& at, const result::Result& result) {
    const std::string start =
        run.paper + "/" + run.case_name + "/n=" + std::to_string(run.n) + "/" + run.variant;
    if (run.id.rfind(start, 0) != 0)
      add(place(at, run, run.id),
          "'" + run.id + "' does not start with '" + start + "', as its parts would");
    if (run.paper != result.paper)
      add(place(at, run, run.paper), "is not the result's: " + json(result.paper).dump());
    if (run.suite != result.suite)
      add(place(at, run, run.suite), "is not the result's: " + json(result.suite).dump());
    in_the_past(place(at, run, run.started), run.started);
    const auto& gpu = result.provenance.gpu;
    const bool on_gpu = run.on_gpu() && run.ok();
    if (on_gpu && !gpu)
      add(place(at, run, run.backend), "ran on a GPU that /provenance/gpu denies");
    if (on_gpu && gpu && run.device)
      clocks(*run.device, place(at, run, run.device), gpu->clock_mhz);
    if (run.started >= result::kEnergyOfSteps && !result::energy_adds_up(run))
      add(place(place(at, run, run.device), *run.device, run.device->joules_per_step),
          "is not about the mean power times the step");
    threads(run, at);
    swept(run, at);
    if (run.timing) timing(run, place(at, run, run.timing));
    if (run.spent_s) spent(run, at);
    check_judged(run, at, findings_);
    if (run.series) series(*run.series, place(at, run, run.series));
  }

 private:
  // The sweep says which column or row of a table a run is of, and the settings what was run.
  void swept(const RunRecord& run, const Where& at) {
    result::SettingValues ran = run.settings;
    if (run.ranks) ran["ranks"] = static_cast<double>(*run.ranks);
    for (const auto& [name, value] : run.sweep)
      if (const auto found = ran.find(name); found == ran.end() || found->second != value)
        add({place(at, run, run.sweep), name}, "is not what the run's settings have");
  }

  // The fastest of the numbers of threads that were tried is the one that was used.
  void threads(const RunRecord& run, const Where& at) {
    if (!run.threads_used) return;
    const int used = *run.threads_used;
    if (used > run.threads)
      add(place(at, run, run.threads_used), "are more than the run asked for");
    if (!run.threads_tried) return;
    const auto own = run.threads_tried->find(std::to_string(used));
    const bool fastest =
        own != run.threads_tried->end() &&
        std::all_of(run.threads_tried->begin(), run.threads_tried->end(),
                    [&](const auto& tried) { return tried.second >= own->second; });
    if (!fastest) add(place(at, run, run.threads_used), "is not the fastest of /threads_tried");
  }

  // The phases of a run fit into the whole of it.
  void spent(const RunRecord& run, const Where& at) {
    double sum = 0;
    for (const auto& [phase, seconds] : *run.spent_s) sum += seconds;
    if (sum > 1.01 * run.wall_s + 0.01)
      add(place(at, run, run.spent_s),
          "add up to " + result::seven_digits(sum) +
              " s, more than wall_s = " + result::seven_digits(run.wall_s));
  }

  void timing(const RunRecord& run, const Where& at) {
    check_timing(run, at, findings_);
    if (run.timing->throughput)
      throughput(*run.timing->throughput, *run.timing,
                 place(at, *run.timing, run.timing->throughput));
  }

  void throughput(const result::ThroughputRecord& rate, const result::TimingRecord& timing,
                  const Where& at) {
    if (timing.step_s.median > 0)
      follows(at, rate, rate.per_s, rate.count / timing.step_s.median,
              "count over the step's median");
    if (!rate.stage || rate.stage->empty()) return;
    const auto stage = timing.stages.find(*rate.stage);
    if (stage == timing.stages.end())
      add(place(at, rate, rate.stage), "'" + *rate.stage + "' is no stage of the run");
    else if (const double seconds = stage->second.step_s.median; seconds > 0)
      follows(at, rate, rate.stage_per_s, rate.count / seconds, "count over the stage's median");
  }

  void in_order(const std::vector<double>& t, const Where& at) {
    for (std::size_t i = 1; i < t.size(); ++i)
      if (t[i] < t[i - 1]) return add({at, i}, "times must not go back");
  }

  void series(const result::SeriesRecord& series, const Where& at) {
    for (const auto& [name, curve] : series.curves) {
      const Where here(at, name);
      in_order(curve.t, place(here, curve, curve.t));
    }
    if (!series.orbits) return;
    const Where here = place(at, series, series.orbits);
    in_order(series.orbits->t, place(here, *series.orbits, series.orbits->t));
  }

  void clocks(const result::DeviceRecord& device, const Where& at, double highest) {
    for (const auto* clock : {&device.clock_before_mhz, &device.clock_after_mhz})
      if (highest > 0 && *clock && **clock > 1.05 * highest)
        add(place(at, device, *clock),
            "is above the GPU's highest clock, " + result::seven_digits(highest) + " MHz");
  }

  std::string now_ = result::utc_now();
};

}  // namespace

Findings check_consistency(const result::Result& result) {
  Findings findings;
  Consistency consistency(findings);
  const Where top, runs(top, "runs"), provenance(top, "provenance");
  consistency.in_the_past(place(provenance, result.provenance, result.provenance.date),
                          result.provenance.date);
  for (std::size_t i = 0; i < result.runs.size(); ++i)
    consistency.run(result.runs[i], {runs, i}, result);
  return findings;
}

}  // namespace tycho::verify
