#include "harness/measure/sittings.hpp"

#include <algorithm>

#include "harness/measure/checkpoint.hpp"

namespace tycho::measure {

namespace {
constexpr double kTimesAsLong = 10;  // of what keeping a state took: until the next is kept
}

double KeepingTime::left() const {
  const double until = std::max(sittings_.every_s, kTimesAsLong * took_s_);
  return std::max(0.0, until - seconds_since(last_));
}

void KeepingTime::keep(std::span<const double> state, const nlohmann::json& way) {
  const auto began = HostTime::now();
  save_checkpoint(sittings_.file, sittings_.key, state, way);
  took_s_ = seconds_since(began);
  last_ = HostTime::now();
}

}  // namespace tycho::measure
