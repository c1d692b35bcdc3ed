// The implementations a run can choose from, and the folders it may leave files in.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/algorithm.hpp"
#include "harness/campaign/powercap.hpp"
#include "harness/result/provenance.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

struct Backends {
  /// What all others are checked against.
  std::span<const Implementation> reference;
  std::span<const Implementation> cuda;
  /// Why the cuda list cannot be used ("no CUDA device"); empty where it can.
  std::string cuda_unavailable;
  /// Throws Unavailable where the device has fewer bytes free; null: not known.
  void (*require_device_memory)(std::int64_t bytes, const char* what) = nullptr;
  /// Those of a library of the user's, found by the contract that a run's settings are of.
  std::span<const Implementation> given{};
  /// A folder where the ends of lead-ins, and evolutions and comparisons on their way, are kept for
  /// later sittings; empty: none.
  std::string checkpoints{};
  /// Seconds from one state of a way that is kept to the next, at least.
  double checkpoint_every = 60;
  /// This machine's GPU: watched, and named in the keys of checkpoints.
  std::optional<result::GpuFacts> gpu{};
  /// A folder where states of runs are written as snapshots (state_files.hpp); empty: none.
  std::string snapshots{};
  /// Steps between two states on the way that are written, too; 0: the two ends only.
  std::int64_t snapshots_every = 0;
  /// The folder that a program of the user's is started in; empty: one in the system's for
  /// temporary files.
  std::string program_folder{};
  /// A folder for files that are gone when the run has ended; empty: the system's for temporary
  /// files.
  std::string scratch{};
  /// A file that keeps with how many threads runs are fastest; empty: every run finds out anew.
  std::string threads_found{};
  /// A file that keeps what the reference of the last run came to (kept_reference.hpp); empty:
  /// every run makes its own.
  std::string reference_kept{};
  /// What earlier visits left of the run, with its times; null: it is the first.
  const result::RunOutcome* earlier = nullptr;
  /// Where the system shows the processor's energy counters.
  std::string powercap = campaign::Powercap::kSystem;
};

}  // namespace tycho::measure
