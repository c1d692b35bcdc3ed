// What is known of the GPU during timed windows, from a made-up management library.
#include "harness/measure/gpu_watch.hpp"

#include <ctime>
#include <thread>

#include "tests/watch/fake_nvml_test.hpp"

namespace tycho {
namespace {

using namespace std::chrono_literals;

// A window as the timing sees one: `steps` steps in so long.
void add_window(measure::Timing& timing, std::chrono::milliseconds length, std::int64_t steps) {
  const auto begin = measure::HostTime::now();
  std::this_thread::sleep_for(length);
  timing.windows.push_back({begin, measure::HostTime::now(), steps});
  timing.step_s.push_back(Seconds(length).count() / static_cast<double>(steps));
}

TEST_F(FakeNvml, IsAskedForEverything) {
  const campaign::Nvml nvml;
  ASSERT_TRUE(nvml.available());
  const campaign::GpuState state = nvml.state();
  EXPECT_EQ(state.clock_mhz, 1500u);
  EXPECT_EQ(state.memory_clock_mhz, 2600u);
  EXPECT_EQ(state.temperature_c, 61u);
  EXPECT_EQ(state.power_w, 250.0) << "the power now, not that of the last second";
  EXPECT_EQ(state.throttle_reasons, 1u);
  EXPECT_TRUE(campaign::throttling(*state.throttle_reasons).empty())
      << "a device at rest is not throttled";
  EXPECT_GT(nvml.energy_j().value_or(0), 0);
}

TEST_F(FakeNvml, PowerOfTheLastSecondServesWhereTheDriverHasNoOther) {
  answers(fake_nvml::kNoFields);
  EXPECT_EQ(campaign::Nvml().state().power_w, 111.0);
}

TEST_F(FakeNvml, IsAskedForTheDeviceThatCudaCountsFirst) {
  EXPECT_EQ(campaign::Nvml(fake_nvml::kSecondBusId).state().clock_mhz, fake_nvml::kSecondClock);
  // Whatever the numbers of the devices are.
  setenv("CUDA_VISIBLE_DEVICES", "0", 1);
  EXPECT_EQ(campaign::Nvml(fake_nvml::kSecondBusId).state().clock_mhz, fake_nvml::kSecondClock);
  measure::GpuWatch watch(fake_nvml::kSecondBusId);
  EXPECT_EQ(watch.stop().front().state.clock_mhz, fake_nvml::kSecondClock);
  // By its number where nobody knows where it sits.
  for (const char* unknown : {"", "0000:ff:00.0"})
    EXPECT_EQ(campaign::Nvml(unknown).state().clock_mhz, 1500U) << unknown;
  setenv("CUDA_VISIBLE_DEVICES", "1", 1);
  EXPECT_EQ(campaign::Nvml().state().clock_mhz, fake_nvml::kSecondClock);
  unsetenv("CUDA_VISIBLE_DEVICES");
}

TEST_F(FakeNvml, NamesEveryReason) {
  EXPECT_EQ(campaign::throttling(0xff),
            (std::vector<std::string>{"sw_power_cap", "hw_slowdown", "sw_thermal", "hw_thermal",
                                      "hw_power_brake"}));
  EXPECT_TRUE(campaign::throttling(0x1 | 0x2 | 0x10 | 0x100).empty());
}

TEST_F(FakeNvml, WithoutALibraryNothingIsKnownAndNothingFails) {
  for (const char* library : {"none", "/nowhere/libnvidia-ml.so.1"}) {
    setenv("TYCHO_NVML", library, 1);
    EXPECT_FALSE(campaign::Nvml().available()) << library;
    measure::GpuWatch watch;
    measure::Timing timing;
    add_window(timing, 60ms, 1);
    const auto samples = watch.stop();
    EXPECT_TRUE(samples.empty());
    const measure::GpuSummary summary = measure::summarize(samples, timing);
    EXPECT_FALSE(summary.device);
    EXPECT_FALSE(summary.throttled);
  }
}

TEST_F(FakeNvml, WithoutADeviceNothingIsKnown) {
  for (const unsigned what : {fake_nvml::kNoInit, fake_nvml::kNoDevice}) {
    answers(what);
    EXPECT_FALSE(campaign::Nvml().available()) << what;
  }
}

TEST_F(FakeNvml, CallsThatFailLeaveTheirNumbersOut) {
  answers(fake_nvml::kNoCalls);
  measure::GpuWatch watch;
  measure::Timing timing;
  add_window(timing, 120ms, 10);
  const measure::GpuSummary summary = measure::summarize(watch.stop(), timing);
  EXPECT_GE(summary.device->samples, 1);
  EXPECT_FALSE(summary.device->clock_mhz.mean);
  EXPECT_FALSE(summary.device->power_w.mean);
  EXPECT_FALSE(summary.device->joules_per_step);
  EXPECT_EQ(summary.device->throttle_reasons, 0u);
  EXPECT_FALSE(summary.throttled);
}

TEST_F(FakeNvml, MeansExtremesAndJoulesAreOfTheWindows) {
  measure::GpuWatch watch;
  measure::Timing timing;
  // Not in any window: must not count.
  answers(fake_nvml::kThrottled);
  std::this_thread::sleep_for(110ms);
  answers(0);
  std::this_thread::sleep_for(110ms);
  for (int i = 0; i < 3; ++i) add_window(timing, 150ms, 50);
  const measure::GpuSummary summary = measure::summarize(watch.stop(), timing);
  const result::DeviceRecord& device = summary.device.value();
  EXPECT_GE(device.samples, 5);
  EXPECT_LE(device.samples, 11);
  EXPECT_EQ(device.clock_mhz.mean, 1500);
  EXPECT_EQ(device.clock_mhz.least, 1500);
  EXPECT_EQ(device.clock_mhz.most, 1500);
  EXPECT_EQ(device.power_w.mean, 250);
  EXPECT_EQ(device.temperature_c.most, 61);
  // 250 W for 0.45 s and 150 steps, by the counter.
  EXPECT_NEAR(device.joules_per_step.value(), 0.75, 0.075);
  EXPECT_NEAR(device.energy_span_s.value(), 0.45, 0.05);
  EXPECT_FALSE(summary.throttled);
}

TEST_F(FakeNvml, WithoutACounterJoulesAreMeanPowerTimesTheStep) {
  answers(fake_nvml::kNoEnergy);
  measure::GpuWatch watch;
  measure::Timing timing;
  add_window(timing, 130ms, 100);
  const result::DeviceRecord device = measure::summarize(watch.stop(), timing).device.value();
  EXPECT_NEAR(device.joules_per_step.value(), 250 * 0.0013, 1e-9);
  EXPECT_FALSE(device.energy_span_s);
}

TEST_F(FakeNvml, JoulesOfAnEvolutionAreOfItsMeanStep) {
  answers(fake_nvml::kNoEnergy);
  measure::GpuWatch watch;
  measure::Timing timing;
  add_window(timing, 130ms, 100);
  timing.evolved = 100;
  timing.passed_s = 0.26;  // the steps of the window are shorter than most
  const result::DeviceRecord device = measure::summarize(watch.stop(), timing).device.value();
  EXPECT_NEAR(device.joules_per_step.value(), 250 * 0.0026, 1e-9);
}

TEST_F(FakeNvml, WindowsUnderThrottlingAreMarked) {
  measure::GpuWatch watch;
  measure::Timing timing;
  add_window(timing, 160ms, 1);
  std::this_thread::sleep_for(160ms);
  answers(fake_nvml::kThrottled);
  add_window(timing, 160ms, 1);
  add_window(timing, 1ms, 1);  // shorter than a sample: that beside it tells
  answers(0);
  std::this_thread::sleep_for(160ms);
  add_window(timing, 160ms, 1);
  timing.stage_windows = timing.windows.back();
  const measure::GpuSummary summary = measure::summarize(watch.stop(), timing);
  ASSERT_TRUE(summary.throttled);
  EXPECT_EQ(summary.throttled->windows, (std::vector<std::int64_t>{1, 2}));
  EXPECT_FALSE(summary.throttled->stages);
  EXPECT_EQ(summary.throttled->reasons, std::vector<std::string>{"sw_power_cap"});
  EXPECT_EQ(summary.device->throttle_reasons, 4u);
  EXPECT_EQ(summary.device->clock_mhz.least, 900);
  EXPECT_EQ(summary.device->clock_mhz.most, 1500);
}

TEST_F(FakeNvml, StagesUnderThrottlingAreMarked) {
  answers(fake_nvml::kThrottled);
  measure::GpuWatch watch;
  measure::Timing timing;
  add_window(timing, 60ms, 1);
  timing.stage_windows = timing.windows.front();
  EXPECT_TRUE(measure::summarize(watch.stop(), timing).throttled.value().stages);
}

// The sampling thread sleeps but for a few library calls twenty times a second. Here the calls are
// cheap; what the driver's own cost is measured on a machine that has one (docs/timing.md).
TEST_F(FakeNvml, SamplingTakesNextToNothingOfTheProcessor) {
  const auto cpu_time = [] {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  };
  const double before = cpu_time();
  measure::GpuWatch watch;
  std::this_thread::sleep_for(500ms);
  const auto samples = watch.stop();
  EXPECT_GE(samples.size(), 6u);
  EXPECT_LT(cpu_time() - before, 0.01) << "2% of a core";
}

}  // namespace
}  // namespace tycho
