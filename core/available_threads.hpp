// The CPUs this process may use, of which `threads = all` is the number.
#pragma once

#include <vector>

namespace tycho {

/// Their numbers, ascending. Where OpenMP binds threads (OMP_PROC_BIND), the first thread may run
/// on one CPU only from the start of the process: there the CPUs are those of OpenMP's places.
std::vector<int> available_cpus();

int available_threads();

}  // namespace tycho
