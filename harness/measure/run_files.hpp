// The files that a run leaves in the folders of its backends.
#pragma once

#include <filesystem>

#include "harness/measure/evolution.hpp"
#include "harness/measure/session.hpp"

namespace tycho::measure {

/// Where the end of a run's lead-in is kept; empty where no folder is given.
std::filesystem::path checkpoint_file(const Session& session);

/// The end of an evolution of a universe as a snapshot; nothing where space is at rest or no folder
/// is given.
void keep_snapshot(const Session& session, const Evolution& evolved);

}  // namespace tycho::measure
