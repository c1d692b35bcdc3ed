#include "harness/backends/for_runs.hpp"

#include <string>
#include <vector>

#include "harness/backends/list.hpp"
#include "harness/campaign/nvml.hpp"

namespace tycho::backends {

namespace {

// 13020 -> "13.2"
std::string cuda_version(int number) {
  return number == 0 ? ""
                     : std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

}  // namespace

measure::Backends for_runs() {
  return {implementations(Backend::kCpu), implementations(Backend::kCuda),
          unavailable(Backend::kCuda), require_device_memory};
}

std::optional<result::GpuFacts> this_gpu() {
  const std::vector<Device> all = devices();
  if (all.empty() || !unavailable(Backend::kCuda).empty()) return std::nullopt;
  const Device& device = all.front();
  const campaign::Nvml nvml(device.bus_id);
  result::GpuFacts facts;
  facts.name = device.name;
  facts.bus_id = device.bus_id;
  facts.multiprocessors = device.multiprocessors;
  facts.compute_capability =
      std::to_string(device.compute_major) + "." + std::to_string(device.compute_minor);
  facts.memory_bytes = device.memory_bytes;
  facts.l2_bytes = device.l2_bytes;
  facts.clock_mhz = device.clock_hz / 1e6;
  facts.memory_clock_mhz = nvml.highest_memory_clock();
  facts.single_to_double = device.single_to_double;
  facts.driver = nvml.driver_version();
  facts.cuda_driver = cuda_version(device.driver_version);
  facts.cuda_runtime = cuda_version(device.runtime_version);
  return facts;
}

}  // namespace tycho::backends
