#include "harness/campaign/gpu_state.hpp"

namespace tycho {

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

nlohmann::json device_record(const GpuState& before, const GpuState& after) {
  nlohmann::json record = nlohmann::json::object();
  const auto put = [&](const char* key, const auto& value) {
    if (value) record[key] = *value;
  };
  put("clock_before_mhz", before.clock_mhz);
  put("clock_after_mhz", after.clock_mhz);
  put("memory_clock_before_mhz", before.memory_clock_mhz);
  put("memory_clock_after_mhz", after.memory_clock_mhz);
  put("temperature_before_c", before.temperature_c);
  put("temperature_after_c", after.temperature_c);
  put("power_before_w", before.power_w);
  put("power_after_w", after.power_w);
  return record;
}

}  // namespace tycho
