// The state of the GPU right now, from NVIDIA's management library. It comes with the driver, so it
// is looked for at run time; where it is not, everything reads as not known.
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

class Nvml {
 public:
  /// The device CUDA calls number 0: the first of CUDA_VISIBLE_DEVICES where that is set. The
  /// library is the driver's own, or the one that the environment variable TYCHO_NVML names
  /// ("none": none, and nothing is known of the device).
  Nvml();
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Whether there is a device to ask.
  bool available() const { return device_; }

  GpuState state() const;
  /// What the device has used since the driver was loaded, in joules. Dearer to ask for than the
  /// rest, and counted in steps of about 0.1 s.
  std::optional<double> energy_j() const;
  std::string driver_version() const;     // empty: not known
  unsigned highest_memory_clock() const;  // MHz; 0: not known

 private:
  template <typename Function>
  Function* find(const char* name) const;

  void* library_ = nullptr;
  void* device_ = nullptr;
};

/// The states before and after a run, as far as they are known, join the record.
void add_states(const GpuState& before, const GpuState& after, result::DeviceRecord& record);

}  // namespace tycho::campaign
