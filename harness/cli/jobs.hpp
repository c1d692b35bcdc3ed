// The jobs of a campaign: every run as a command line of this program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/launcher.hpp"
#include "harness/campaign/supervisor.hpp"
#include "harness/case/plan.hpp"
#include "harness/cli/run.hpp"

namespace tycho::cli {

/// What `tycho child` (child.cpp) is told of a run wherever it is started: which run it is, how it
/// is made, and where its record goes.
std::vector<std::string> child_words(const cases::RunSpec& run,
                                     const std::filesystem::path& record_file);

/// What the jobs of a campaign have in common.
struct JobTerms {
  const RunArguments& arguments;
  const std::filesystem::path& record_file;
  const std::optional<campaign::Launcher>& launcher;  // of runs on ranks
};

/// A run as a job. `definition` is the sum over what was asked of it, `unavailable` why this
/// machine cannot run it (empty: it can).
campaign::Job job_of(const cases::RunSpec& run, const std::string& definition,
                     const std::string& unavailable, const JobTerms& terms);

}  // namespace tycho::cli
