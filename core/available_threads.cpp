#include "core/available_threads.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace tycho {

int available_threads() {
  // What this process may run on, which in a container or under taskset is less than what is built
  // in.
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace tycho
