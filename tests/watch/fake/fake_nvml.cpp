// A management library as tests want it: fake_nvml_answers() says how it answers from then on.
// Power is 250 W now and 111 W over the last second, the clock 1500 MHz, or 900 when throttled (of
// the second device 1900); the energy rises by 250 J a second. The declarations are nvml.h's own,
// so that the compiler holds the answers against them.
#include "tests/watch/fake/fake_nvml.hpp"

#include <nvml.h>

#include <atomic>
#include <chrono>
#include <cstring>

namespace {

std::atomic<unsigned> answers{0};
bool asked_for(unsigned what) { return answers & what; }
nvmlReturn_t answer(auto* to, auto value) {
  if (asked_for(tycho::fake_nvml::kNoCalls)) return NVML_ERROR_UNKNOWN;
  *to = value;
  return NVML_SUCCESS;
}
int devices[2];
nvmlDevice_t device(int number) { return reinterpret_cast<nvmlDevice_t>(&devices[number]); }

}  // namespace

extern "C" {

void fake_nvml_answers(unsigned how) { answers = how; }

nvmlReturn_t nvmlInit_v2() {
  return asked_for(tycho::fake_nvml::kNoInit) ? NVML_ERROR_UNKNOWN : NVML_SUCCESS;
}
nvmlReturn_t nvmlShutdown() { return NVML_SUCCESS; }
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t* found) {
  if (index > 1 || asked_for(tycho::fake_nvml::kNoDevice)) return NVML_ERROR_UNKNOWN;
  *found = device(static_cast<int>(index));
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, nvmlDevice_t* found) {
  if (std::strcmp(bus_id, tycho::fake_nvml::kSecondBusId) != 0) return NVML_ERROR_UNKNOWN;
  *found = device(1);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t of, nvmlClockType_t kind, unsigned* mhz) {
  return answer(mhz, kind == NVML_CLOCK_MEM                    ? 2600U
                     : of == device(1)                         ? tycho::fake_nvml::kSecondClock
                     : asked_for(tycho::fake_nvml::kThrottled) ? 900U
                                                               : 1500U);
}
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t, nvmlTemperatureSensors_t, unsigned* celsius) {
  return answer(celsius, 61U);
}
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t, unsigned* milliwatts) {
  return answer(milliwatts, 111000U);
}
nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t, int count, nvmlFieldValue_t* fields) {
  if (asked_for(tycho::fake_nvml::kNoCalls)) return NVML_ERROR_UNKNOWN;
  for (int i = 0; i < count; ++i) {
    const bool known =
        fields[i].fieldId == NVML_FI_DEV_POWER_INSTANT && !asked_for(tycho::fake_nvml::kNoFields);
    fields[i].nvmlReturn = known ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
    fields[i].value.uiVal = 250000;
  }
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t, unsigned long long* reasons) {
  return answer(reasons, asked_for(tycho::fake_nvml::kThrottled)
                             ? nvmlClocksThrottleReasonSwPowerCap
                             : nvmlClocksThrottleReasonGpuIdle);
}
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t, unsigned long long* millijoules) {
  if (asked_for(tycho::fake_nvml::kNoEnergy)) return NVML_ERROR_UNKNOWN;
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  return answer(millijoules, static_cast<unsigned long long>(250e3 * now.count()));
}
}
