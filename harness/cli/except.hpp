// `tycho run --except`: what another sitting of the same campaign has measured is not measured
// again.
#pragma once

#include <string>
#include <vector>

#include "harness/case/plan.hpp"
#include "harness/cli/run.hpp"

namespace tycho::cli {

/// Takes the runs out of the plan that stand as they were made in the results of --except, and
/// gives their ids. Of a folder, results of other commits, builds, machines and suites are passed
/// over. A campaign that is gone on with leaves out what it left out when it began, whatever has
/// been recorded since. Throws UsageError where a file, or all of a folder, is of another commit,
/// build, machine or suite, and where a run is another there than here.
std::vector<std::string> leave_out(std::vector<cases::RunSpec>& runs,
                                   const RunArguments& arguments);

}  // namespace tycho::cli
