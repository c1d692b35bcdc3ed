#include "harness/measure/counted_energy.hpp"

#include "core/units.hpp"

namespace tycho::measure {

namespace {

using Time = HostTime::time_point;

// Windows of which no more than this part is between them are one stretch of work: what is done
// there (energies, checks, pictures of an evolution) is no part of the steps.
constexpr double kBetween = 0.1;
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
  struct Stretch {
    Time begin, end;
    Seconds work{0};
  };
  std::vector<Stretch> stretches;
  std::vector<HostSpan> spans = timing.warm_ups;
  spans.insert(spans.end(), timing.windows.begin(), timing.windows.end());
  for (const HostSpan& span : spans) {
    if (!span.whole) continue;  // a part of its steps' energy was counted elsewhere
    const Seconds work = span.end - span.begin;
    if (!stretches.empty()) {
      Stretch& last = stretches.back();
      if (last.work + work >= (1 - kBetween) * Seconds(span.end - last.begin)) {
        last.end = span.end;
        last.work += work;
        continue;
      }
    }
    stretches.push_back({span.begin, span.end, work});
  }
  double joules = 0, seconds = 0;
  for (const Stretch& stretch : stretches) {
    const Seconds length = stretch.end - stretch.begin;
    const auto first = joules_at(readings, stretch.begin), last = joules_at(readings, stretch.end);
    if (length < kLeastStretch || !first || !last) continue;
    joules += *last - *first;
    seconds += length.count();
  }
  if (!(seconds > 0)) return std::nullopt;
  return CountedEnergy{joules / seconds, seconds};
}

}  // namespace tycho::measure
