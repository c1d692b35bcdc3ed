// The runs of a plan as a campaign in a folder, from its beginning, or from where it stopped, to
// what is said of it in the end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/launcher.hpp"
#include "harness/cli/missing.hpp"
#include "harness/cli/run.hpp"

namespace tycho::cli {

/// Returns the exit code. `left_out` are the runs of --except. `write_cases` is called once the
/// folder is open and known to hold this campaign or none. Throws UsageError where the folder is
/// not this campaign's.
int supervise_all(const RunArguments& arguments, std::vector<cases::RunSpec> runs,
                  const std::vector<std::string>& left_out, const Missing& missing,
                  const std::optional<campaign::Launcher>& launcher,
                  const std::function<void()>& write_cases);

}  // namespace tycho::cli
