// `tycho run` as another command may call it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/profile.hpp"

namespace tycho::cli {

struct RunArguments {
  std::vector<std::string> cases, backends, threads, ranks, only, implementations, programs;
  std::string suite = "quick", out, budget, time_limit, case_folder, checkpoints, checkpoint_every,
              snapshots, tuned, report, g6, launcher, share;
  bool resume = false, retry_failed = false, dry_run = false, cold = false;
  bool sweep_libraries = false;  // for `tycho tune`
  std::int64_t snapshots_every = 0;
  ProfileArguments profile;
  std::vector<std::string> command_line;  // repeated to say how to resume
};

/// Beside a campaign's record: where programs of the user's are started.
inline constexpr char kProgramFolder[] = "program";

/// Runs the campaign and returns the exit code.
int run(const RunArguments& arguments);

}  // namespace tycho::cli
