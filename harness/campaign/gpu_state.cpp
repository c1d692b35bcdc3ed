#include "harness/campaign/gpu_state.hpp"

namespace tycho::campaign {

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
