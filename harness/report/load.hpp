// Result files as the report reads them (docs/formats.md, "a result").
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/probe.hpp"
#include "harness/result/result.hpp"

namespace tycho::report {

/// A number with its 95% interval; without one, low and high equal the value.
struct Estimate {
  double value = 0, low = 0, high = 0;
};

/// The medians that the processes found which measured a time, where there were several: of those
/// that count, and of those that were left out as disturbed.
struct Processes {
  std::vector<double> counted, left_out;
};

struct StageTime {
  std::string method;
  Estimate step_s;
  bool mean = false;  // step_s is one number, a mean over steps; else the median of samples
  std::optional<Estimate> cold_step_s;  // replayed with caches flushed
  double flops = 0, bytes = 0, issue_slots = 0, gflops = 0, gbytes = 0;
  double calls = 1;                   // in a step
  std::optional<double> imbalance{};  // of ranks: the longest of any over the mean
  Processes processes{};
};

/// The times of a run as pages show them, drawn from its record: intervals without their samples,
/// stages by their length, and 0 for what a page leaves out.
struct Times {
  std::int64_t steps_requested = 0, repeats_requested = 0, steps_measured = 0, repeats_measured = 0;
  bool extrapolated = false;  // total_s is, from the steps that were measured
  bool on_the_way = false;    // the steps are those of a way, and need not be alike
  /// The variant whose run this one was timed along, and at how many epochs; empty: it was run
  /// itself.
  std::string carrier;
  std::int64_t epochs = 0;
  /// From what the times were estimated, of a run that was not made (estimates.hpp); empty: it was.
  std::string estimated;
  /// Of a way the mean over its steps, which has no interval; of a run that was timed along another
  /// one total_s over all steps that were asked for.
  Estimate step_s, total_s;
  Processes processes;    // that measured step_s
  Estimate clean_step_s;  // a step of those that the stages were timed in
  double instrumented_step_s = 0, unattributed_s = 0;
  std::optional<double> disturbance, host_waits;
  std::optional<std::vector<std::string>> gap_reasons;
  std::vector<result::StepSpan> stage_steps;              // empty: not recorded
  std::vector<std::pair<std::string, StageTime>> stages;  // the longest first
  std::string unit, rate_stage;                           // what is counted, and where it is spent
  double count = 0, per_s = 0, stage_per_s = 0;
  /// Where the GPU was throttled meanwhile.
  std::int64_t throttled_windows = 0;
  bool throttled_stages = false;
  std::string throttle_reasons;  // in words; empty: not throttled, or not known

  /// Whether the times follow from another run's: timed along it, or estimated from it.
  bool not_its_own() const { return epochs > 0 || !estimated.empty(); }
  /// Whether a quantity is of all steps and a part of them was run.
  bool rests_on_part(const std::string& quantity) const {
    return extrapolated && (quantity == "total_s" || (not_its_own() && quantity == "step_s"));
  }
};

using Check = result::CheckRecord;

/// Where runs were made: one for each file.
struct Machine {
  std::string name;
  std::string date;  // YYYY-MM-DD, and where its runs took several days "to" the last
  bool recorded = false;
  result::Provenance provenance;
  std::string gpu;  // empty: none
  int sms = 0;
  double clock_mhz = 0;
};

/// Of a run on ranks: where they were, and what the busiest of them got from others in a step.
struct OnRanks {
  int nodes = 1, devices = 1;
  bool shared_device = false;  // ranks had to share a GPU: times are not to be judged by
  double messages = 0, bytes = 0;
};

/// A run as pages show it.
struct Run : result::RunDescription {
  result::Status status = result::Status::kOk;
  std::string reason, started;
  result::SeriesRecord series;
  result::Counters counters;
  double clock_mhz = 0;  // the mean of the timed windows, else the faster of before and after
  std::optional<double> clock_least_mhz, power_w, joules_per_step;  // during the timed windows
  std::optional<Times> timing;
  /// Of a CPU run: the cores while it was timed, and its threads.
  result::DeviceRecord cores;
  std::optional<int> threads_used;
  double wall_s = 0;
  std::map<std::string, double> spent_s;  // by phase; empty where the result does not tell
  std::optional<std::int64_t> host_peak_bytes;
  OnRanks on_ranks;
  std::int64_t measured_again = 0;
  std::int64_t visits = 1, visits_left_out = 0;
  std::vector<Check> checks;
  std::vector<result::CheckNotJudged> checks_not_judged;
  /// By stage: why it has no counters of a profiler; the commit at which they were counted, where
  /// the run is of another.
  std::map<std::string, std::string> untaken, counted_at;
  std::shared_ptr<const Machine> machine;
  /// How labels tell its machine from the others of the report; empty where there is one only.
  std::string machine_tag;

  bool ok() const { return status == result::Status::kOk; }
};

/// A run of one machine that stands in two files, of which one is shown.
struct Repeated {
  std::string id;
  std::filesystem::path taken, left;
};

/// Reads every result below the given folders and files. Of runs with one id on one machine the
/// last started is kept, of two that were started at once the one read last; what was left out is
/// added to `repeated`. Throws UsageError naming the file: unreadable, not JSON, a result that
/// cannot be read (result/result.hpp), or, for what is to be reported, no result at all.
std::vector<Run> load_results(const std::vector<std::filesystem::path>& paths, bool recorded,
                              std::vector<Repeated>* repeated = nullptr);

/// A line for each two files: how many runs stand in both, and which file they are taken from.
std::vector<std::string> in_words(const std::vector<Repeated>& repeated);

/// What the report is about: the inputs' runs, with a paper's GPU runs taken from the recorded ones
/// where none of the inputs' ran.
struct Evidence {
  std::vector<Run> runs;    // what the exhibits show
  std::vector<Run> inputs;  // all that was tried here, skipped GPU runs too
  /// All runs of recorded machines that contribute, CPU too: claims are tested on one machine.
  std::vector<Run> recorded;
  /// Runs of these machines that were not made, with the times that follow from others
  /// (estimates.hpp). Tables, contests and claims show them, marked; no list of runs does.
  std::vector<Run> estimated;
  /// By paper: the recorded machine its GPU columns come from.
  std::map<std::string, std::shared_ptr<const Machine>> gpu_from;
  /// By machine: its ceilings, where it was probed.
  std::map<std::string, result::ProbeFile> probes;
};
Evidence gather(std::vector<Run> inputs, const std::vector<Run>& recorded);

}  // namespace tycho::report
