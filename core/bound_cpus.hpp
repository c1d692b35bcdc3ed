// Where the threads of a team run.
#pragma once

#include <vector>

namespace tycho {

/// The CPU of every thread of an OpenMP team of this size, as the system has it; empty where not
/// every thread is bound to one CPU.
std::vector<int> bound_cpus(int threads);

/// Ends the threads that wait for the next loop: those of a larger team would spin beside it.
void end_idle_threads();

}  // namespace tycho
