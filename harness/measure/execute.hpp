// One run, from initial condition to record: verify, then time. Called in a process of its own.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/algorithm.hpp"
#include "harness/case/plan.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

/// The implementations a run can choose from; the reference is what others are checked against.
struct Backends {
  std::span<const Implementation> reference;
  std::span<const Implementation> cuda;
  /// Why the cuda list cannot be used ("no CUDA device"); empty where it can.
  std::string cuda_unavailable;
  /// A folder where the ends of lead-ins are kept for later sittings; empty: none.
  std::string checkpoints{};
  /// A folder where the ends of a universe's evolutions are written as snapshots; empty: none.
  std::string snapshots{};
};

/// How far a run is, for people: what it is doing and the fraction done.
using Progress = std::function<void(const std::string& phase, double fraction)>;

/// Runs it and returns what came of it. What this machine cannot do comes back as skipped, with the
/// reason; any other failure throws.
result::RunOutcome execute(const cases::RunSpec& run, const Backends& backends,
                           const Progress& progress);

}  // namespace tycho::measure
