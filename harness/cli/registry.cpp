#include "harness/cli/registry.hpp"

#include <algorithm>
#include <string>

#include "g6/client/implementations.hpp"
#include "gpu/implementations.hpp"
#include "harness/campaign/nvml.hpp"
#include "reference/implementations.hpp"

namespace tycho::cli {

namespace {

// 13020 -> "13.2"
std::string cuda_version(int number) {
  return number == 0 ? ""
                     : std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

// A backend's own, and the clients of the library on it.
std::span<const Implementation> with_library(std::span<const Implementation> own,
                                             std::vector<Implementation>& all) {
  if (all.empty() && !own.empty()) {
    all.assign(own.begin(), own.end());
    for (const Implementation& client : g6::client::implementations()) all.push_back(client);
  }
  return all;
}

std::span<const Implementation> cpu_implementations() {
  static std::vector<Implementation> all;
  return with_library(reference::implementations(), all);
}

std::span<const Implementation> cuda_implementations() {
  static std::vector<Implementation> all;
  return with_library(gpu::implementations(), all);
}

}  // namespace

std::vector<const Contract*> contracts() {
  std::vector<const Contract*> found;
  for (const auto list : {cpu_implementations(), cuda_implementations()})
    for (const Implementation& implementation : list)
      if (std::find(found.begin(), found.end(), implementation.contract) == found.end())
        found.push_back(implementation.contract);
  return found;
}

measure::Backends backends() {
  return {cpu_implementations(), cuda_implementations(), gpu::unavailable()};
}

std::optional<result::GpuFacts> this_gpu() {
  const std::vector<gpu::Device> devices = gpu::devices();
  if (devices.empty() || !gpu::unavailable().empty()) return std::nullopt;
  const gpu::Device& device = devices.front();
  const campaign::Nvml nvml;
  result::GpuFacts facts;
  facts.name = device.name;
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

}  // namespace tycho::cli
