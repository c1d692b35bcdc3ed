// The counts of the contract of tree_pm: operations and bytes of its stages, and the memory of a
// run.
#pragma once

#include "core/contracts/tree_pm.hpp"

namespace tycho::tree_pm {

/// As Contract::work and Contract::memory.
Work work(int stage, const Settings& settings, std::int64_t particles);
MemoryNeed memory(const Settings& settings, std::int64_t particles);

}  // namespace tycho::tree_pm
