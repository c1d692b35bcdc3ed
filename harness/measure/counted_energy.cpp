#include "harness/measure/counted_energy.hpp"

#include "core/units.hpp"

namespace tycho::measure {

namespace {

using Time = HostTime::time_point;

// Windows with less than this between them are one stretch of work.
constexpr Seconds kGap{5e-3};
// A stretch of work shorter than this is not told apart by the counters, of which the GPU's moves
// in steps of about 0.1 s.
constexpr Seconds kLeastStretch{0.2};

// The counter at a time between two readings; nothing outside them.
std::optional<double> joules_at(const std::vector<EnergyReading>& readings, Time at) {
  const EnergyReading* before = nullptr;
  for (const EnergyReading& reading : readings) {
    if (reading.at == at) return reading.joules;
    if (reading.at > at) {
      if (!before) return std::nullopt;
      const double share = Seconds(at - before->at) / Seconds(reading.at - before->at);
      return before->joules + share * (reading.joules - before->joules);
    }
    before = &reading;
  }
  return std::nullopt;
}

}  // namespace

std::optional<CountedEnergy> counted_energy(const std::vector<EnergyReading>& readings,
                                            const Timing& timing) {
  std::vector<HostSpan> stretches;
  std::vector<HostSpan> spans = timing.warm_ups;
  spans.insert(spans.end(), timing.windows.begin(), timing.windows.end());
  for (const HostSpan& span : spans) {
    if (!span.whole) continue;  // a part of its steps' energy was counted elsewhere
    if (!stretches.empty() && Seconds(span.begin - stretches.back().end) < kGap) {
      stretches.back().end = span.end;
      stretches.back().steps += span.steps;
    } else {
      stretches.push_back(span);
    }
  }
  double joules = 0, steps = 0, seconds = 0;
  for (const HostSpan& stretch : stretches) {
    const Seconds length = stretch.end - stretch.begin;
    const auto first = joules_at(readings, stretch.begin), last = joules_at(readings, stretch.end);
    if (length < kLeastStretch || !first || !last) continue;
    joules += *last - *first;
    steps += static_cast<double>(stretch.steps);
    seconds += length.count();
  }
  if (!(steps > 0)) return std::nullopt;
  return CountedEnergy{joules / steps, seconds};
}

}  // namespace tycho::measure
