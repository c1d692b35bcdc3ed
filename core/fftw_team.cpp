#include "core/fftw_team.hpp"

#include <fftw3.h>

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace tycho {

namespace {

#ifdef TYCHO_FFTW_HAS_CALLBACK

std::atomic<int> team{1};

void run_parts(void* (*work)(char*), char* parts, std::size_t bytes, int count, void*) {
  const int threads = std::max(count, team.load(std::memory_order_relaxed));
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int part = 0; part < count; ++part) work(parts + bytes * static_cast<std::size_t>(part));
}

#endif

}  // namespace

std::mutex& fftw_planner() {
  static std::mutex planner;
  return planner;
}

#ifdef TYCHO_FFTW_HAS_CALLBACK
void run_fftw_on_team(int threads) {
  team.store(threads, std::memory_order_relaxed);
  fftw_threads_set_callback(run_parts, nullptr);
  fftwf_threads_set_callback(run_parts, nullptr);
}
#else
void run_fftw_on_team(int) {}
#endif

}  // namespace tycho
