#include "core/bound_cpus.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>

namespace tycho {

namespace {

constexpr int kSeveral = -1;

int cpu_of_this_thread() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) != 1)
    return kSeveral;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed)) return cpu;
  return kSeveral;
}

}  // namespace

std::vector<int> bound_cpus(int threads) {
  std::vector<int> cpus(static_cast<std::size_t>(threads), kSeveral);
#pragma omp parallel num_threads(threads)
  cpus[static_cast<std::size_t>(omp_get_thread_num())] = cpu_of_this_thread();
  if (std::find(cpus.begin(), cpus.end(), kSeveral) != cpus.end()) cpus.clear();
  return cpus;
}

void end_idle_threads() { omp_pause_resource_all(omp_pause_soft); }

}  // namespace tycho
