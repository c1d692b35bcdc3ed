// NVIDIA's management library (NVML), asked for the state of the GPU. The library comes with the
// driver, so it is looked for at run time; where there is none, everything reads as not known.
#pragma once

#include <optional>
#include <string>

#include "harness/campaign/gpu_state.hpp"

namespace tycho::campaign {

class Nvml {
 public:
  /// The device CUDA calls number 0, by where it sits on PCI: CUDA counts the fastest device first,
  /// NVML counts along the bus. Where `bus_id` is empty or not known to NVML, by the first of
  /// CUDA_VISIBLE_DEVICES, else the device that NVML calls number 0. The library is the driver's
  /// own, or the one that the environment variable TYCHO_NVML names ("none": none, and nothing is
  /// known of the device).
  explicit Nvml(const std::string& bus_id = "");
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Whether there is a device to ask.
  bool available() const { return device_; }

  GpuState state() const;
  /// The energy that the device has used since the driver was loaded, in joules. The driver takes
  /// longer to answer this than the rest, and counts in steps of about 0.1 s.
  std::optional<double> energy_j() const;
  std::string driver_version() const;     // empty: not known
  unsigned highest_memory_clock() const;  // MHz; 0: not known

 private:
  template <typename Function>
  Function* find(const char* name) const;

  void* library_ = nullptr;
  void* device_ = nullptr;  // an nvmlDevice_t
};

}  // namespace tycho::campaign
