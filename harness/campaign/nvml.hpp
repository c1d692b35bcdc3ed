// The state of the GPU right now, from NVIDIA's management library. It comes with the driver, so it
// is looked for at run time; where it is not, everything reads as not known.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tycho {

struct GpuState {
  std::optional<unsigned> clock_mhz, memory_clock_mhz, temperature_c;
  std::optional<double> power_w;
};

class Nvml {
 public:
  /// The device CUDA calls number 0: the first of CUDA_VISIBLE_DEVICES where that is set.
  Nvml();
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  GpuState state() const;
  std::string driver_version() const;     // empty: not known
  unsigned highest_memory_clock() const;  // MHz; 0: not known

 private:
  template <typename Function>
  Function* find(const char* name) const;

  void* library_ = nullptr;
  void* device_ = nullptr;
};

/// The record's "device": `clock_before_mhz`, `clock_after_mhz` and so on, of what is known.
nlohmann::json device_record(const GpuState& before, const GpuState& after);

}  // namespace tycho
