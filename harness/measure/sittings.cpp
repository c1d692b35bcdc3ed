#include "harness/measure/sittings.hpp"

#include <algorithm>

#include "harness/measure/checkpoint.hpp"

namespace tycho::measure {

double KeepingTime::left() const {
  const double until = std::max(sittings_.every_s, sittings_.times_as_long * took_s_);
  return std::max(0.0, until - seconds_since(last_));
}

void KeepingTime::keep(std::span<const double> state, const nlohmann::json& way,
                       HostTime::time_point began) {
  save_checkpoint(sittings_.file, sittings_.key, state, way);
  took_s_ = seconds_since(began);
  last_ = HostTime::now();
}

}  // namespace tycho::measure
