// The jobs of a campaign: every run as a command line of this program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/campaign/launcher.hpp"
#include "harness/campaign/supervisor.hpp"
#include "harness/case/plan.hpp"
#include "harness/cli/run.hpp"

namespace tycho::cli {

/// A run as a whole. `definition` is the sum over what was asked of it, `unavailable` why this
/// machine cannot run it (empty: it can).
campaign::Job job_of(const cases::RunSpec& run, const std::string& definition,
                     const RunArguments& arguments, const std::filesystem::path& record_file,
                     const std::string& unavailable,
                     const std::optional<campaign::Launcher>& launcher);

}  // namespace tycho::cli
