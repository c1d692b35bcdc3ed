// What an energy counter says that was read now and then while steps were timed.
#pragma once

#include <optional>
#include <vector>

#include "harness/measure/timing.hpp"

namespace tycho::measure {

struct EnergyReading {
  HostTime::time_point at;
  double joules = 0;  // since any time before
};

struct CountedEnergy {
  double watts = 0;
  double span_s = 0;  // seconds of work that the joules were counted over
};

/// Over the windows and the warm-ups, which do the same steps, where they last 0.2 s with next to
/// nothing between them; nothing where no stretch of work does.
std::optional<CountedEnergy> counted_energy(const std::vector<EnergyReading>& readings,
                                            const Timing& timing);

}  // namespace tycho::measure
