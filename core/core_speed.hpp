// What the cores give a run at this moment. A core that another machine shares (a hardware thread
// of the same core, a virtual machine's neighbour) shows neither in the load nor in stolen time: it
// does fewer instructions a second, and its caches are not its own.
#pragma once

#include <optional>

namespace tycho {

struct CoreSpeed {
  double gops = 0;        // billions of independent instructions a second: the mean of the threads
  double least_gops = 0;  // of the slowest thread
  double cache_ns = 0;    // of a load from 256 KiB that waits for the load before, in the mean
};

/// Measures the cores of a team of `threads` threads, all at once, in about 5 ms. Nothing on
/// processors other than x86-64 and 64-bit ARM.
std::optional<CoreSpeed> core_speed(int threads);

}  // namespace tycho
