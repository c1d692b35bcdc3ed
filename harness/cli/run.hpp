// `tycho run` as another command may call it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/cli/profile.hpp"

namespace tycho::cli {

struct RunArguments {
  std::vector<std::string> cases, backends, threads, ranks, only, except, implementations, programs;
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
/// The file in a campaign's folder that keeps the last reference, from the campaign's beginning to
/// its end: another sitting may have another program.
inline constexpr char kKeptReference[] = "reference.checkpoint";

/// Runs the campaign and returns the exit code.
int run(const RunArguments& arguments);

/// The same with cases whose files need not be there yet. `write_cases` writes them: it is called
/// once the campaign's folder is open and known to hold this campaign or none, before any run
/// starts; never with `dry_run`, nor where the campaign is refused.
int run(const RunArguments& arguments, std::vector<cases::Case> cases,
        const std::function<void()>& write_cases);

}  // namespace tycho::cli
