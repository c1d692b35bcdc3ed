// One run on its way from initial condition to record: the state that the phases of execute()
// share.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/algorithm.hpp"
#include "core/core_speed.hpp"
#include "harness/campaign/other_load.hpp"
#include "harness/case/plan.hpp"
#include "harness/checks/check.hpp"
#include "harness/measure/backends.hpp"
#include "harness/measure/gpu_watch.hpp"
#include "harness/measure/processor_watch.hpp"
#include "harness/measure/subject.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

struct Session {
  const cases::RunSpec& run;  // with as many threads as are fastest, where it asked for all
  const Backends& backends;
  const Progress& progress;
  const Implementation& implementation;
  Particles initial;
  std::unique_ptr<Algorithm> algorithm;  // not yet loaded
  std::unique_ptr<GpuWatch> watch;       // of the GPU, from before the first step; null on the CPU
  std::unique_ptr<ProcessorWatch> processor;  // null where ranks share the machine
  HostTime::time_point began = HostTime::now();
  result::RunOutcome record{};
  std::optional<campaign::OtherLoad> others{};  // of the CPU, from before the first timed step
  std::optional<CoreSpeed> cores{};             // of a CPU run, at the same moment

  const Contract& contract() const { return *implementation.contract; }
  /// The processes that share the run.
  Ranks& ranks() const { return run.settings.ranks(); }
  /// What is measured. The session must outlive it.
  Subject subject() const { return {*algorithm, contract(), initial, progress, ranks()}; }
  /// Call before the first timed step.
  void watch_cores();
  /// What the checks see before a step is taken: settings and initial condition.
  checks::Observed at_start() const;
  /// A limit in seconds (0: none), held to a share of what is left of the time that the whole run
  /// is allowed.
  double within(double limit, double share) const;
};

/// The first phase: the initial condition, the number of threads and the algorithm. A run on the
/// CPU that asks for all threads gets as many as are fastest, and `run` is changed so. Throws
/// Unavailable where this machine or this program cannot run it.
Session make_session(cases::RunSpec& run, const Backends& backends, const Progress& progress);

/// The checks that the case asks of the run's variant at its size.
std::vector<const terms::CheckSpec*> checks_of(const cases::RunSpec& run);

/// Whether any of them looks at the potential of the particles.
bool asks_for_potential(const cases::RunSpec& run);

/// By how many units in the last place the reference's twin begins off, where any of them asks for
/// one.
std::optional<double> twin_units(const cases::RunSpec& run);

}  // namespace tycho::measure
