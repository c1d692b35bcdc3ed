// The file that a run's lead-in is kept in.
#pragma once

#include <filesystem>

#include "harness/measure/session.hpp"

namespace tycho::measure {

/// The id of a run as the name of a file.
std::string as_file_name(std::string id);

/// Where the end of a run's lead-in is kept; empty where no folder is given.
std::filesystem::path checkpoint_file(const Session& session);

}  // namespace tycho::measure
