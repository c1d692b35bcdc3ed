// The file that a run's lead-in or way is kept in.
#pragma once

#include <filesystem>

#include "harness/measure/session.hpp"

namespace tycho::measure {

/// Where in `folder` the end of a run's lead-in is kept, or its way; empty where no folder is
/// given.
std::filesystem::path checkpoint_file(const std::string& folder, const std::string& id);
std::filesystem::path checkpoint_file(const Session& session);

/// Whether what is kept of a run is its way, from which nobody goes on once the run's record is
/// safe. A lead-in stays, for the next campaign.
bool keeps_its_way(const cases::RunSpec& run);

}  // namespace tycho::measure
