// The state of a GPU at one moment, as NVIDIA's management library (NVML) gives it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/result/device_record.hpp"

namespace tycho::campaign {

struct GpuState {
  std::optional<unsigned> clock_mhz, memory_clock_mhz, temperature_c;
  std::optional<double> power_w;             // now, where the driver says, else of the last second
  std::optional<unsigned> throttle_reasons;  // NVML's bits; see throttling()
};

/// Of NVML's reasons for the clocks, those that slow work down: power and heat. Not those that say
/// that there is nothing to do, or that someone chose the clocks.
inline constexpr unsigned kThrottling = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

/// The throttling reasons in words: "sw_power_cap", "hw_slowdown", "sw_thermal", "hw_thermal",
/// "hw_power_brake".
std::vector<std::string> throttling(unsigned reasons);

/// The states before and after a run, as far as they are known, join the record.
void add_states(const GpuState& before, const GpuState& after, result::DeviceRecord& record);

}  // namespace tycho::campaign
