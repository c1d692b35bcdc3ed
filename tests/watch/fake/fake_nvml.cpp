// A management library as tests want it: fake_nvml_answers() says how it answers from then on.
// Power is 250 W now and 111 W over the last second, the clock 1500 MHz, or 900 when throttled; the
// energy rises by 250 J a second.
#include "tests/watch/fake/fake_nvml.hpp"

#include <atomic>
#include <chrono>

namespace {

constexpr int kSuccess = 0, kFailure = 999;

std::atomic<unsigned> answers{0};
bool asked_for(unsigned what) { return answers & what; }
int answer(auto* to, auto value) {
  if (asked_for(tycho::fake_nvml::kNoCalls)) return kFailure;
  *to = value;
  return kSuccess;
}
int device_of_one = 0;

struct Field {
  unsigned field, scope;
  long long timestamp, latency;
  int type, result;
  unsigned long long value;
};

}  // namespace

extern "C" {

void fake_nvml_answers(unsigned how) { answers = how; }

int nvmlInit_v2() { return asked_for(tycho::fake_nvml::kNoInit) ? kFailure : kSuccess; }
int nvmlShutdown() { return kSuccess; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  if (index != 0 || asked_for(tycho::fake_nvml::kNoDevice)) return kFailure;
  *device = &device_of_one;
  return kSuccess;
}
int nvmlDeviceGetClockInfo(void*, int kind, unsigned* mhz) {
  return answer(mhz, kind == 2 ? 2600U : asked_for(tycho::fake_nvml::kThrottled) ? 900U : 1500U);
}
int nvmlDeviceGetTemperature(void*, int, unsigned* celsius) { return answer(celsius, 61U); }
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) { return answer(milliwatts, 111000U); }
int nvmlDeviceGetFieldValues(void*, int count, Field* fields) {
  if (asked_for(tycho::fake_nvml::kNoCalls)) return kFailure;
  for (int i = 0; i < count; ++i) {
    fields[i].result =
        fields[i].field == 186 && !asked_for(tycho::fake_nvml::kNoFields) ? kSuccess : kFailure;
    fields[i].value = 250000;
  }
  return kSuccess;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  // Bit 0: at rest; bit 2: the power limit.
  return answer(reasons, asked_for(tycho::fake_nvml::kThrottled) ? 4ULL : 1ULL);
}
int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  if (asked_for(tycho::fake_nvml::kNoEnergy)) return kFailure;
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  return answer(millijoules, static_cast<unsigned long long>(250e3 * now.count()));
}
}
