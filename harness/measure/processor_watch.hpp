// The processor's energy while windows are timed: its counters, read every 50 ms by a thread of its
// own. docs/timing.md says what that costs.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/powercap.hpp"
#include "harness/measure/counted_energy.hpp"
#include "harness/measure/sampler.hpp"
#include "harness/result/device_record.hpp"

namespace tycho::measure {

class ProcessorWatch {
 public:
  static constexpr std::chrono::milliseconds kPeriod{50};
  /// Starts to read; does nothing where the system has no counters or does not let them be read.
  explicit ProcessorWatch(const std::filesystem::path& powercap = campaign::Powercap::kSystem);
  ProcessorWatch(const ProcessorWatch&) = delete;
  ProcessorWatch& operator=(const ProcessorWatch&) = delete;

  /// Ends the reading, and says what a step of this timing took, or why that is not known.
  void stop(const Timing& timing, result::DeviceRecord& device);

 private:
  void take();

  campaign::Powercap powercap_;
  std::string lost_;  // why it was given up on the way
  std::vector<EnergyReading> packages_, memory_;
  std::optional<Sampler> sampler_;  // ends before what it samples into
};

}  // namespace tycho::measure
