// `tycho run --profile`: one run handed to a profiler.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/case/plan.hpp"

namespace tycho::cli {

struct ProfileArguments {
  bool asked = false;
  std::string tool;                 // empty: Nsight Compute, else Nsight Systems, as is there
  std::vector<std::string> stages;  // empty: all
};

/// Runs the one run under the profiler, its report in `folder`; prints the command instead with
/// `dry_run`, and before it throws Unavailable where the profiler is not on PATH. Returns tycho's
/// exit code. Throws UsageError where there is not exactly one run, it is not one for the GPU, or a
/// stage is unknown.
int profile(const std::vector<cases::RunSpec>& runs, const ProfileArguments& arguments,
            const std::filesystem::path& folder, bool dry_run);

}  // namespace tycho::cli
