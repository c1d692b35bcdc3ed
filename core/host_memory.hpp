// Host memory by the byte: refusals that say what was asked for and what is free.
#pragma once

#include <cstdint>

namespace tycho {

/// What this process may still take: what the machine and its control group have left, and what a
/// limit on its data (RLIMIT_DATA, set for the runs of a campaign) leaves.
std::int64_t free_host_memory();

/// Refuses before anything is allocated: throws Unavailable when `bytes` exceed what is free.
void require_host_memory(std::int64_t bytes, const char* what);

}  // namespace tycho
