// From cases to runs: one case at one size in one variant with one value of every sweep.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/available_threads.hpp"
#include "core/settings.hpp"
#include "harness/case/case.hpp"
#include "harness/tune/tuned.hpp"

namespace tycho::cases {

struct RunSpec {
  std::string id;  // "bertinelli2025/fig3.1/n=1024/gpu-tiled/unroll=16": unique in a campaign
  const Case* origin = nullptr;
  const Variant* variant = nullptr;
  std::string suite;
  std::int64_t particles = 0;
  std::int64_t steps = 0;
  int repeats = 1;
  double seconds = 0;         // time this run may measure for; 0: no limit
  Settings settings;          // checked and complete
  int ranks = 0;              // the processes that share it; 0: one, without MPI
  std::int64_t lead_in = 0;   // steps before the timed ones of an interval
  tune::TunedValues tuned{};  // settings that `tycho tune` found, where the case leaves them open
  std::filesystem::path tuned_from{};  // the file they are from; empty: none
  // How many times as fast single precision is on the GPU, where that slows this run down more than
  // estimates assume; 0: it does not (harness/campaign/slow_double.hpp).
  int slow_double = 0;
  // What the GPU can do at most, in single precision: 0 where it is not known.
  double gpu_flops_per_s = 0;
  // Seconds for the whole run, its checks included, as a share of --budget; 0: no limit.
  double allowed = 0;
  int visits = 1;     // processes that measure it, one in each passage through the campaign
  bool cold = false;  // stages are replayed with caches flushed, too
  /// Of the variant that a comparison is held against; null: the plain reference.
  std::shared_ptr<const Settings> reference{};
  /// Where it is timed at epochs of another variant's run; null: it is run itself.
  std::shared_ptr<const AlongRun> along{};

  /// Whether it, or what carries it from epoch to epoch, is run on this backend.
  bool uses(Backend backend) const {
    return settings.backend() == backend || (along && along->settings.backend() == backend);
  }
};

/// The published steps of a run that take less than these seconds are run, whatever the suite says;
/// 0: the suite decides. Only the suite `full` has the published steps, and only a budget stands
/// above them.
double whole_s(const RunSpec& run);

struct PlanOptions {
  std::string suite = "quick";
  bool cpu = true, cuda = true;
  std::vector<int>
      threads;  // CPU variants with other counts are left out; 0: all; empty: no filter
  std::vector<int> ranks{};  // only runs on these numbers of ranks; empty: no filter
  double seconds = 0;        // overrides the suites' time per run where smaller; 0: no limit
  std::span<const tune::TunedFile> tuned{};  // taken where a case leaves a tunable setting open
};

/// More runs than this are no campaign but a mistake in a sweep, which multiplies.
inline constexpr std::int64_t kMostRuns = 20'000;

/// Every run the cases ask for. A case without the suite gives none. `threads = all` is resolved to
/// this machine's count here. Throws UsageError naming the case with which the runs become more
/// than kMostRuns, before any is made.
std::vector<RunSpec> plan(std::span<const Case> cases, std::span<const Contract* const> contracts,
                          const PlanOptions& options);

}  // namespace tycho::cases
