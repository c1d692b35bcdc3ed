#include "harness/measure/processor_watch.hpp"

namespace tycho::measure {

ProcessorWatch::ProcessorWatch(const std::filesystem::path& powercap) : powercap_(powercap) {
  if (!powercap_.available()) return;
  take();
  sampler_.emplace(kPeriod, [this] { take(); });
}

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

void ProcessorWatch::stop(const Timing& timing, result::DeviceRecord& device) {
  if (sampler_) {
    sampler_.reset();
    take();
  }
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
