#include "harness/campaign/nvml.hpp"

#include <dlfcn.h>
#include <nvml.h>

#include <array>
#include <cctype>
#include <cstdlib>

namespace tycho::campaign {

namespace {

static_assert(kThrottling ==
              (nvmlClocksThrottleReasonSwPowerCap | nvmlClocksThrottleReasonHwSlowdown |
               nvmlClocksThrottleReasonSwThermalSlowdown |
               nvmlClocksThrottleReasonHwThermalSlowdown |
               nvmlClocksThrottleReasonHwPowerBrakeSlowdown));

// The type of every function that reads a counter of 64 bits.
using GetCounter = decltype(nvmlDeviceGetTotalEnergyConsumption);
// nvml.h of CUDA 13 calls nvmlDeviceGetTemperature deprecated; older drivers lack its successor.
using GetTemperature = nvmlReturn_t(nvmlDevice_t, nvmlTemperatureSensors_t, unsigned*);

void* open_library() {
  const char* named = std::getenv("TYCHO_NVML");
  if (named && std::string(named) == "none") return nullptr;
  return ::dlopen(named && *named ? named : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
}

nvmlDevice_t handle(void* device) { return static_cast<nvmlDevice_t>(device); }

}  // namespace

template <typename Function>
Function* Nvml::find(const char* name) const {
  return library_ ? reinterpret_cast<Function*>(::dlsym(library_, name)) : nullptr;
}

Nvml::Nvml(const std::string& bus_id) : library_(open_library()) {
  const auto init = find<decltype(nvmlInit_v2)>("nvmlInit_v2");
  if (!init || init() != NVML_SUCCESS) return;
  nvmlDevice_t device{};
  const auto by_bus =
      find<decltype(nvmlDeviceGetHandleByPciBusId_v2)>("nvmlDeviceGetHandleByPciBusId_v2");
  if (!bus_id.empty() && by_bus && by_bus(bus_id.c_str(), &device) == NVML_SUCCESS) {
    device_ = device;
    return;
  }
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const std::string first =
      visible ? std::string(visible).substr(0, std::string(visible).find(',')) : "0";
  if (!first.empty() && std::isdigit(static_cast<unsigned char>(first[0]))) {
    const auto by_index =
        find<decltype(nvmlDeviceGetHandleByIndex_v2)>("nvmlDeviceGetHandleByIndex_v2");
    const unsigned index = static_cast<unsigned>(std::atoi(first.c_str()));
    if (by_index && by_index(index, &device) == NVML_SUCCESS) device_ = device;
  } else {
    const auto by_uuid = find<decltype(nvmlDeviceGetHandleByUUID)>("nvmlDeviceGetHandleByUUID");
    if (by_uuid && by_uuid(first.c_str(), &device) == NVML_SUCCESS) device_ = device;
  }
}

Nvml::~Nvml() {
  if (const auto shutdown = find<decltype(nvmlShutdown)>("nvmlShutdown")) shutdown();
  if (library_) ::dlclose(library_);
}

GpuState Nvml::state() const {
  GpuState state;
  if (!device_) return state;
  const nvmlDevice_t device = handle(device_);
  unsigned value = 0;
  if (const auto clock = find<decltype(nvmlDeviceGetClockInfo)>("nvmlDeviceGetClockInfo")) {
    if (clock(device, NVML_CLOCK_SM, &value) == NVML_SUCCESS) state.clock_mhz = value;
    if (clock(device, NVML_CLOCK_MEM, &value) == NVML_SUCCESS) state.memory_clock_mhz = value;
  }
  if (const auto temperature = find<GetTemperature>("nvmlDeviceGetTemperature"))
    if (temperature(device, NVML_TEMPERATURE_GPU, &value) == NVML_SUCCESS)
      state.temperature_c = value;
  if (const auto fields = find<decltype(nvmlDeviceGetFieldValues)>("nvmlDeviceGetFieldValues")) {
    nvmlFieldValue_t now{};
    now.fieldId = NVML_FI_DEV_POWER_INSTANT;  // in milliwatts
    if (fields(device, 1, &now) == NVML_SUCCESS && now.nvmlReturn == NVML_SUCCESS)
      state.power_w = now.value.uiVal / 1e3;
  }
  if (const auto power = find<decltype(nvmlDeviceGetPowerUsage)>("nvmlDeviceGetPowerUsage");
      power && !state.power_w)
    if (power(device, &value) == NVML_SUCCESS) state.power_w = value / 1e3;  // in milliwatts
  // Its name since CUDA 12.2, and the one before.
  for (const char* name :
       {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"}) {
    unsigned long long reasons = 0;
    const auto get = find<GetCounter>(name);
    if (!get || get(device, &reasons) != NVML_SUCCESS) continue;
    state.throttle_reasons = static_cast<unsigned>(reasons);
    break;
  }
  return state;
}

std::optional<double> Nvml::energy_j() const {
  unsigned long long millijoules = 0;
  const auto get = find<GetCounter>("nvmlDeviceGetTotalEnergyConsumption");
  if (!device_ || !get || get(handle(device_), &millijoules) != NVML_SUCCESS) return std::nullopt;
  return 1e-3 * static_cast<double>(millijoules);
}

std::string Nvml::driver_version() const {
  std::array<char, NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE + 1> text{};
  const auto version = find<decltype(nvmlSystemGetDriverVersion)>("nvmlSystemGetDriverVersion");
  if (!version || version(text.data(), text.size() - 1) != NVML_SUCCESS) return {};
  return text.data();
}

unsigned Nvml::highest_memory_clock() const {
  unsigned value = 0;
  const auto clock = find<decltype(nvmlDeviceGetMaxClockInfo)>("nvmlDeviceGetMaxClockInfo");
  return device_ && clock && clock(handle(device_), NVML_CLOCK_MEM, &value) == NVML_SUCCESS ? value
                                                                                            : 0;
}

}  // namespace tycho::campaign
