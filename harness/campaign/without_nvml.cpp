// In place of nvml.cpp where CMake found no nvml.h: nothing is known of the GPU's clocks and power.
#include "harness/campaign/nvml.hpp"

namespace tycho::campaign {

std::string nvml_missing() {
  return "built without NVML: nvml.h, of the CUDA Toolkit, was not found";
}

Nvml::Nvml() = default;
Nvml::~Nvml() = default;
GpuState Nvml::state() const { return {}; }
std::optional<double> Nvml::energy_j() const { return std::nullopt; }
std::string Nvml::driver_version() const { return {}; }
unsigned Nvml::highest_memory_clock() const { return 0; }

}  // namespace tycho::campaign
