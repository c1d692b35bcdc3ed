#include "core/available_threads.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <thread>

namespace tycho {

namespace {

std::vector<int> cpus_of_places() {
  std::vector<int> cpus;
  if (omp_get_proc_bind() == omp_proc_bind_false) return cpus;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> ids(static_cast<std::size_t>(std::max(0, omp_get_place_num_procs(place))));
    omp_get_place_proc_ids(place, ids.data());
    cpus.insert(cpus.end(), ids.begin(), ids.end());
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

// In a container or under taskset fewer than the machine has.
std::vector<int> cpus_of_affinity() {
  std::vector<int> cpus;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed)) cpus.push_back(cpu);
  return cpus;
}

}  // namespace

std::vector<int> available_cpus() {
  std::vector<int> cpus = cpus_of_places();
  if (cpus.empty()) cpus = cpus_of_affinity();
  const int built_in = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (cpus.empty())
    for (int cpu = 0; cpu < built_in; ++cpu) cpus.push_back(cpu);
  return cpus;
}

int available_threads() { return static_cast<int>(available_cpus().size()); }

}  // namespace tycho
