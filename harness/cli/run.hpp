// `tycho run` as another command may call it.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/profile.hpp"

namespace tycho::cli {

struct RunArguments {
  std::vector<std::string> cases, backends, threads, ranks, only, implementations;
  std::string suite = "quick", out, budget, time_limit, case_folder, checkpoints, snapshots, tuned,
              report, g6, launcher, share;
  bool resume = false, retry_failed = false, dry_run = false, cold = false;
  ProfileArguments profile;
  std::vector<std::string> command_line;  // repeated to say how to resume
};

/// Runs the campaign and returns the exit code.
int run(const RunArguments& arguments);

}  // namespace tycho::cli
