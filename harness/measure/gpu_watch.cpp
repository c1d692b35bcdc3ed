#include "harness/measure/gpu_watch.hpp"

#include <algorithm>

#include "harness/measure/counted_energy.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

// Of the samples: asking for the energy takes milliseconds.
constexpr int kEnergyEvery = 4;

std::vector<EnergyReading> energy_of(const std::vector<GpuSample>& samples) {
  std::vector<EnergyReading> readings;
  for (const GpuSample& sample : samples)
    if (sample.energy_j) readings.push_back({sample.at, *sample.energy_j});
  return readings;
}

struct Range {
  double sum = 0, least = 0, most = 0;
  int count = 0;

  void add(const auto& value) {
    if (!value) return;
    const auto number = static_cast<double>(*value);
    least = count == 0 ? number : std::min(least, number);
    most = count == 0 ? number : std::max(most, number);
    sum += number;
    ++count;
  }
  double mean() const { return sum / count; }
  result::Extremes extremes() const {
    if (count == 0) return {};
    return {mean(), least, most};
  }
};

// Whether a sample tells about a span. It may have been taken a period before or after: windows
// can be shorter than that.
bool tells_about(const GpuSample& sample, const HostSpan& span) {
  return sample.at >= span.begin - GpuWatch::kPeriod && sample.at <= span.end + GpuWatch::kPeriod;
}

unsigned reasons_in(const std::vector<GpuSample>& samples, const HostSpan& span) {
  unsigned reasons = 0;
  for (const GpuSample& sample : samples)
    if (tells_about(sample, span)) reasons |= sample.state.throttle_reasons.value_or(0);
  return reasons & campaign::kThrottling;
}

}  // namespace

GpuSummary summarize(const std::vector<GpuSample>& samples, const Timing& timing) {
  GpuSummary summary;
  if (samples.empty() || timing.windows.empty()) return summary;
  const auto in_any = [&](auto&& holds) {
    std::vector<const GpuSample*> chosen;
    for (const GpuSample& sample : samples)
      if (std::any_of(timing.windows.begin(), timing.windows.end(),
                      [&](const HostSpan& window) { return holds(sample, window); }))
        chosen.push_back(&sample);
    return chosen;
  };
  auto chosen = in_any([](const GpuSample& sample, const HostSpan& window) {
    return sample.at >= window.begin && sample.at <= window.end;
  });
  // All windows together may be shorter than a period: those beside them tell.
  if (chosen.empty()) chosen = in_any(tells_about);
  Range clock, memory_clock, temperature, power;
  for (const GpuSample* sample : chosen) {
    clock.add(sample->state.clock_mhz);
    memory_clock.add(sample->state.memory_clock_mhz);
    temperature.add(sample->state.temperature_c);
    power.add(sample->state.power_w);
  }
  result::DeviceRecord& device = summary.device.emplace();
  device.samples = static_cast<std::int64_t>(chosen.size());
  device.clock_mhz = clock.extremes();
  device.memory_clock_mhz = memory_clock.extremes();
  device.temperature_c = temperature.extremes();
  device.power_w = power.extremes();
  if (const auto counted = counted_energy(energy_of(samples), timing)) {
    device.joules_per_step = counted->watts * timing.typical_step_s();
    device.energy_span_s = counted->span_s;
  }
  // Where no stretch of work was long enough for the counter.
  if (!device.joules_per_step && power.count > 0)
    device.joules_per_step = power.mean() * timing.typical_step_s();

  unsigned reasons = 0;
  std::vector<std::int64_t> windows;
  for (std::size_t w = 0; w < timing.windows.size(); ++w) {
    const unsigned own = reasons_in(samples, timing.windows[w]);
    if (own) windows.push_back(static_cast<std::int64_t>(w));
    reasons |= own;
  }
  unsigned in_stages = 0;
  if (timing.stage_windows) in_stages = reasons_in(samples, *timing.stage_windows);
  reasons |= in_stages;
  device.throttle_reasons = reasons;
  if (reasons)
    summary.throttled = {std::move(windows), in_stages != 0, campaign::throttling(reasons)};
  return summary;
}

GpuWatch::GpuWatch(const std::string& bus_id) : nvml_(bus_id) {
  if (!nvml_.available()) return;
  take(true);
  sampler_.emplace(kPeriod, [this, count = 0]() mutable { take(++count % kEnergyEvery == 0); });
}

void GpuWatch::take(bool energy) {
  // The time of the answers, of which the energy's takes longest to come.
  const auto joules = energy ? nvml_.energy_j() : std::nullopt;
  samples_.push_back({HostTime::now(), nvml_.state(), joules});
}

std::vector<GpuSample> GpuWatch::stop() {
  if (sampler_) {
    sampler_.reset();
    take(true);
  }
  return std::move(samples_);
}

}  // namespace tycho::measure
