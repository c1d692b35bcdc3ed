// A management library as tests want it: fake_nvml_answers() says how it answers from then on.
// Power is 250 W now and 111 W over the last second, the clock 1500 MHz, or 900 when throttled; the
// energy rises by 250 J a second. The declarations are nvml.h's own, so that the compiler holds the
// answers against them.
#include "tests/watch/fake/fake_nvml.hpp"

#include <nvml.h>

#include <atomic>
#include <chrono>

namespace {

std::atomic<unsigned> answers{0};
bool asked_for(unsigned what) { return answers & what; }
nvmlReturn_t answer(auto* to, auto value) {
  if (asked_for(tycho::fake_nvml::kNoCalls)) return NVML_ERROR_UNKNOWN;
  *to = value;
  return NVML_SUCCESS;
}
int device_of_one = 0;

}  // namespace

extern "C" {

void fake_nvml_answers(unsigned how) { answers = how; }

nvmlReturn_t nvmlInit_v2() {
  return asked_for(tycho::fake_nvml::kNoInit) ? NVML_ERROR_UNKNOWN : NVML_SUCCESS;
}
nvmlReturn_t nvmlShutdown() { return NVML_SUCCESS; }
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t* device) {
  if (index != 0 || asked_for(tycho::fake_nvml::kNoDevice)) return NVML_ERROR_UNKNOWN;
  *device = reinterpret_cast<nvmlDevice_t>(&device_of_one);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t, nvmlClockType_t kind, unsigned* mhz) {
  return answer(mhz, kind == NVML_CLOCK_MEM                    ? 2600U
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
