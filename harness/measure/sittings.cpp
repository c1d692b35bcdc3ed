#include "harness/measure/sittings.hpp"

#include <algorithm>

#include "harness/measure/checkpoint.hpp"

namespace tycho::measure {

std::int64_t steps_in(double seconds, double step_s) {
  constexpr double kEndless = 1e15;
  return static_cast<std::int64_t>(std::max(1.0, std::min(kEndless, seconds / step_s)));
}

double KeepingTime::left() const {
  const double until = std::max(sittings_.every_s, sittings_.times_as_long * took_s_);
  return std::max(0.0, until - seconds_since(last_));
}

std::int64_t KeepingTime::steps_left(const Timing& timing) const {
  return timing.step_s.empty() ? 1 : steps_in(left(), timing.step_s.back());
}

void KeepingTime::keep(std::span<const double> state, const nlohmann::json& way,
                       HostTime::time_point began) {
  save_checkpoint(sittings_.file, sittings_.key, state, way);
  took_s_ = seconds_since(began);
  last_ = HostTime::now();
}

}  // namespace tycho::measure
