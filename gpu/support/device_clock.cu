#include "gpu/support/device_clock.hpp"

#include <nvtx3/nvToolsExt.h>

#include <algorithm>

#include "gpu/support/launch.hpp"

namespace tycho::gpu {

namespace {

constexpr long long kLongestLead = 20'000'000;  // nanoseconds

__global__ void do_nothing() {}

__device__ long long nanoseconds() {
  long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void do_nothing_for(long long duration) {
  const long long end = nanoseconds() + duration;
  while (nanoseconds() < end) __nanosleep(200);
}

}  // namespace

int DeviceClock::mark() {
  if (used_ == events_.size()) events_.emplace_back();
  events_[used_].record(stream_);
  return static_cast<int>(used_++);
}

Seconds DeviceClock::cost() {
  constexpr int kTrials = 101;
  std::vector<Event> events(2 * kTrials);
  launch(do_nothing, {1, 32}, stream_);
  for (int i = 0; i < kTrials; ++i) {
    events[2 * i].record(stream_);
    launch(do_nothing, {1, 32}, stream_);
    events[2 * i + 1].record(stream_);
  }
  stream_.wait();
  std::vector<Seconds> readings;
  for (int i = 0; i < kTrials; ++i) readings.push_back(elapsed(events[2 * i], events[2 * i + 1]));
  std::nth_element(readings.begin(), readings.begin() + kTrials / 2, readings.end());
  return readings[kTrials / 2];
}

void DeviceClock::head_start(Seconds lead) {
  const auto duration = std::chrono::duration_cast<std::chrono::nanoseconds>(lead).count();
  if (duration > 0)
    launch(do_nothing_for, {1, 1}, stream_, std::min<long long>(duration, kLongestLead));
}

std::size_t DeviceClock::cache_bytes() const {
  int device = 0, bytes = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
  return static_cast<std::size_t>(bytes);
}

void DeviceClock::flush_cache() {
  if (written_.size() == 0) written_ = Buffer<char>(2 * cache_bytes(), stream_);
  written_.zero(stream_);
}

void DeviceClock::open_range(std::string_view name) { nvtxRangePushA(std::string(name).c_str()); }
void DeviceClock::close_range() noexcept { nvtxRangePop(); }

}  // namespace tycho::gpu
