#include "harness/measure/processor_watch.hpp"

#include <pthread.h>
#include <signal.h>

namespace tycho::measure {

ProcessorWatch::ProcessorWatch(const std::filesystem::path& powercap) : powercap_(powercap) {
  if (!powercap_.available()) return;
  take();
  // Signals are for the thread that runs the algorithm.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { work(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ProcessorWatch::~ProcessorWatch() { end(); }

void ProcessorWatch::take() {
  if (!lost_.empty()) return;
  const auto energy = powercap_.read();
  if (!energy) {
    lost_ = "an energy counter of the processor could not be read any more while steps were timed";
    return;
  }
  const auto now = HostTime::now();
  packages_.push_back({now, energy->packages_j});
  if (energy->memory_j) memory_.push_back({now, *energy->memory_j});
}

void ProcessorWatch::work() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, kPeriod, [this] { return stop_; })) {
    lock.unlock();
    take();
    lock.lock();
  }
}

void ProcessorWatch::end() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  ended_.notify_one();
  thread_.join();
  take();
}

void ProcessorWatch::stop(const Timing& timing, result::DeviceRecord& device) {
  end();
  if (!powercap_.available() || !lost_.empty()) {
    device.processor_energy_absent = lost_.empty() ? powercap_.why_not() : lost_;
    return;
  }
  const auto packages = counted_energy(packages_, timing);
  if (!packages) {
    device.processor_energy_absent =
        "no stretch of timed steps was long enough for the processor's energy counters";
    return;
  }
  device.processor_joules_per_step = packages->watts * timing.typical_step_s();
  device.processor_energy_span_s = packages->span_s;
  if (const auto memory = counted_energy(memory_, timing))
    device.memory_joules_per_step = memory->watts * timing.typical_step_s();
}

}  // namespace tycho::measure
