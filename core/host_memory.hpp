// Host memory: refusals that say what was asked for and what is free.
#pragma once

#include <cstdint>

namespace tycho {

/// The bytes this process may still take: the least that the machine, its control groups and a
/// limit on the process's data (RLIMIT_DATA, set for the runs of a campaign) leave.
std::int64_t free_host_memory();

/// The most bytes that this process has held at one time; 0 where the system does not tell.
std::int64_t peak_host_memory();

/// Refuses before anything is allocated: throws Unavailable when `bytes` exceed what is free.
void require_host_memory(std::int64_t bytes, const char* what);

}  // namespace tycho
