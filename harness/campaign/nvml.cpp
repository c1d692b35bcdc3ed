#include "harness/campaign/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <cctype>
#include <cstdlib>

namespace tycho::campaign {

namespace {

// From nvml.h, which is not needed to build.
constexpr int kSuccess = 0;
constexpr int kSmClock = 1, kMemoryClock = 2;
constexpr int kGpuTemperature = 0;

using Init = int();
using GetByIndex = int(unsigned, void**);
using GetByUuid = int(const char*, void**);
using GetClock = int(void*, int, unsigned*);
using GetTemperature = int(void*, int, unsigned*);
using GetPower = int(void*, unsigned*);
using GetVersion = int(char*, unsigned);
using GetCounter = int(void*, unsigned long long*);

constexpr unsigned kPowerNow = 186;  // NVML_FI_DEV_POWER_INSTANT, in milliwatts
struct FieldValue {
  unsigned field, scope;
  long long timestamp, latency;
  int type, result;
  union {
    double real;
    unsigned whole;
    unsigned long long long_whole;
  } value;
};
static_assert(sizeof(FieldValue) == 40);
using GetFields = int(void*, int, FieldValue*);

void* open_library() {
  const char* named = std::getenv("TYCHO_NVML");
  if (named && std::string(named) == "none") return nullptr;
  return ::dlopen(named && *named ? named : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

template <typename Function>
Function* Nvml::find(const char* name) const {
  return library_ ? reinterpret_cast<Function*>(::dlsym(library_, name)) : nullptr;
}

Nvml::Nvml() : library_(open_library()) {
  const auto init = find<Init>("nvmlInit_v2");
  if (!init || init() != kSuccess) return;
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const std::string first =
      visible ? std::string(visible).substr(0, std::string(visible).find(',')) : "0";
  if (!first.empty() && std::isdigit(static_cast<unsigned char>(first[0]))) {
    const auto by_index = find<GetByIndex>("nvmlDeviceGetHandleByIndex_v2");
    const unsigned index = static_cast<unsigned>(std::atoi(first.c_str()));
    if (!by_index || by_index(index, &device_) != kSuccess) device_ = nullptr;
  } else {
    const auto by_uuid = find<GetByUuid>("nvmlDeviceGetHandleByUUID");
    if (!by_uuid || by_uuid(first.c_str(), &device_) != kSuccess) device_ = nullptr;
  }
}

Nvml::~Nvml() {
  if (const auto shutdown = find<Init>("nvmlShutdown")) shutdown();
  if (library_) ::dlclose(library_);
}

GpuState Nvml::state() const {
  GpuState state;
  if (!device_) return state;
  unsigned value = 0;
  if (const auto clock = find<GetClock>("nvmlDeviceGetClockInfo")) {
    if (clock(device_, kSmClock, &value) == kSuccess) state.clock_mhz = value;
    if (clock(device_, kMemoryClock, &value) == kSuccess) state.memory_clock_mhz = value;
  }
  if (const auto temperature = find<GetTemperature>("nvmlDeviceGetTemperature"))
    if (temperature(device_, kGpuTemperature, &value) == kSuccess) state.temperature_c = value;
  if (const auto fields = find<GetFields>("nvmlDeviceGetFieldValues")) {
    FieldValue now{};
    now.field = kPowerNow;
    if (fields(device_, 1, &now) == kSuccess && now.result == kSuccess)
      state.power_w = now.value.whole / 1e3;
  }
  if (const auto power = find<GetPower>("nvmlDeviceGetPowerUsage"); power && !state.power_w)
    if (power(device_, &value) == kSuccess) state.power_w = value / 1e3;  // in milliwatts
  // Its name since CUDA 12.2, and the one before.
  for (const char* name :
       {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"}) {
    unsigned long long reasons = 0;
    const auto get = find<GetCounter>(name);
    if (!get || get(device_, &reasons) != kSuccess) continue;
    state.throttle_reasons = static_cast<unsigned>(reasons);
    break;
  }
  return state;
}

std::optional<double> Nvml::energy_j() const {
  unsigned long long millijoules = 0;
  const auto get = find<GetCounter>("nvmlDeviceGetTotalEnergyConsumption");
  if (!device_ || !get || get(device_, &millijoules) != kSuccess) return std::nullopt;
  return 1e-3 * static_cast<double>(millijoules);
}

std::vector<std::string> throttling(unsigned reasons) {
  static constexpr std::pair<unsigned, const char*> kNames[] = {{0x4, "sw_power_cap"},
                                                                {0x8, "hw_slowdown"},
                                                                {0x20, "sw_thermal"},
                                                                {0x40, "hw_thermal"},
                                                                {0x80, "hw_power_brake"}};
  std::vector<std::string> words;
  for (const auto& [bit, word] : kNames)
    if (reasons & bit) words.emplace_back(word);
  return words;
}

std::string Nvml::driver_version() const {
  std::array<char, 96> text{};
  const auto version = find<GetVersion>("nvmlSystemGetDriverVersion");
  if (!version || version(text.data(), text.size() - 1) != kSuccess) return {};
  return text.data();
}

unsigned Nvml::highest_memory_clock() const {
  unsigned value = 0;
  const auto clock = find<GetClock>("nvmlDeviceGetMaxClockInfo");
  return device_ && clock && clock(device_, kMemoryClock, &value) == kSuccess ? value : 0;
}

void add_states(const GpuState& before, const GpuState& after, result::DeviceRecord& record) {
  record.clock_before_mhz = before.clock_mhz;
  record.clock_after_mhz = after.clock_mhz;
  record.memory_clock_before_mhz = before.memory_clock_mhz;
  record.memory_clock_after_mhz = after.memory_clock_mhz;
  record.temperature_before_c = before.temperature_c;
  record.temperature_after_c = after.temperature_c;
  record.power_before_w = before.power_w;
  record.power_after_w = after.power_w;
}

}  // namespace tycho::campaign
