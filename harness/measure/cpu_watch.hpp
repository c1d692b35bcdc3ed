// The cores while a CPU run is timed: who else used them, and where the run's threads were.
#pragma once

#include <optional>

#include "core/core_speed.hpp"
#include "harness/campaign/other_load.hpp"
#include "harness/result/device_record.hpp"

namespace tycho::measure {

/// Since `others` began to count and `before` was measured; what is not given is not recorded. The
/// threads are those of a team of this size.
result::DeviceRecord cores_meanwhile(const std::optional<campaign::OtherLoad>& others,
                                     const std::optional<CoreSpeed>& before, int threads);

}  // namespace tycho::measure
