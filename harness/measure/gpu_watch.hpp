// The GPU while windows are timed: clocks, power, temperature and reasons for slowing down, asked
// for by a thread of its own every 50 ms. docs/timing.md says why that does not disturb.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/nvml.hpp"
#include "harness/measure/sampler.hpp"
#include "harness/measure/windows.hpp"
#include "harness/result/device_record.hpp"
#include "harness/result/timing_record.hpp"

namespace tycho::measure {

struct GpuSample {
  HostTime::time_point at;
  campaign::GpuState state;
  std::optional<double> energy_j;  // not in every sample
};

/// What samples say about the windows of a timing.
struct GpuSummary {
  /// Means and extremes over the windows, joules per step; empty where no GPU was watched.
  std::optional<result::DeviceRecord> device;
  /// Nothing where nothing was throttled.
  std::optional<result::ThrottledRecord> throttled;
};
GpuSummary summarize(const std::vector<GpuSample>& samples, const Timing& timing);

class GpuWatch {
 public:
  static constexpr std::chrono::milliseconds kPeriod{50};
  /// Starts to sample; does nothing where the library knows of no device. `bus_id` as Nvml has it.
  explicit GpuWatch(const std::string& bus_id = "");
  GpuWatch(const GpuWatch&) = delete;
  GpuWatch& operator=(const GpuWatch&) = delete;

  /// Ends the sampling and gives the samples.
  std::vector<GpuSample> stop();

 private:
  void take(bool energy);

  campaign::Nvml nvml_;
  std::vector<GpuSample> samples_;
  std::optional<Sampler> sampler_;  // ends before what it samples into
};

}  // namespace tycho::measure
