// What a run's record says of the GPU it ran on, from a made-up management library.
#include <array>

#include "core/contracts/all_pairs.hpp"
#include "harness/backends/list.hpp"
#include "harness/measure/execute.hpp"
#include "tests/watch/fake_nvml_test.hpp"

namespace tycho {
namespace {

// The reference stands in for the CUDA side.
std::unique_ptr<Algorithm> make_stand_in(const Settings& settings) {
  Settings on_cpu(all_pairs::contract(), Backend::kCpu);
  for (const char* name : {"dt", "softening"}) on_cpu.set(name, settings.number(name));
  return backends::implementations(Backend::kCpu).front().make(on_cpu);
}

result::RunOutcome run_on(Backend backend,
                          const std::string& powercap = campaign::Powercap::kSystem,
                          const std::string& bus_id = "") {
  cases::Case of;
  of.algorithm = "all_pairs";
  of.initial = {{"kind", "plummer"}, {"seed", 3}, {"masses", {1, 5}}};
  const cases::Variant variant;
  const std::array cuda{Implementation{&all_pairs::contract(), make_stand_in}};
  cases::RunSpec spec{
      "id", &of, &variant, "smoke", 61, 4, 3, 0.5, Settings(all_pairs::contract(), backend)};
  measure::Backends with{backends::implementations(Backend::kCpu), cuda, ""};
  with.powercap = powercap;
  with.gpu.emplace().bus_id = bus_id;
  return measure::execute(spec, with, [](const std::string&, double) {});
}

TEST_F(FakeNvml, ARunOnTheGpuSaysHowItWas) {
  answers(fake_nvml::kThrottled);
  const result::RunOutcome record = run_on(Backend::kCuda);
  EXPECT_EQ(record.device.value().clock_mhz.mean, 900);
  EXPECT_GT(record.device->joules_per_step.value(), 0);
  const result::TimingRecord& timing = record.timing.value();
  ASSERT_TRUE(timing.throttled);
  EXPECT_EQ(timing.throttled->windows.size(), timing.step_s.samples.size());
  EXPECT_TRUE(timing.throttled->stages);

  answers(0);
  EXPECT_FALSE(run_on(Backend::kCuda).timing.value().throttled);
  const result::DeviceRecord cores = run_on(Backend::kCpu).device.value();
  EXPECT_FALSE(cores.clock_mhz.mean || cores.joules_per_step) << "the GPU had no part in it";
  answers(fake_nvml::kNoInit);
  EXPECT_FALSE(run_on(Backend::kCuda).device);
}

TEST_F(FakeNvml, ARunIsWatchedOnItsOwnDevice) {
  const auto clock = [](const std::string& bus_id) {
    return run_on(Backend::kCuda, campaign::Powercap::kSystem, bus_id).device.value().clock_mhz;
  };
  EXPECT_EQ(clock("").mean, 1500);
  EXPECT_EQ(clock(fake_nvml::kSecondBusId).mean, fake_nvml::kSecondClock);
}

TEST_F(FakeNvml, ARunSaysWhyItsProcessorsEnergyIsNotKnown) {
  for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
    const result::DeviceRecord device = run_on(backend, "/nowhere").device.value();
    EXPECT_FALSE(device.processor_joules_per_step);
    EXPECT_NE(device.processor_energy_absent.value().find("no energy counter"), std::string::npos);
  }
}

}  // namespace
}  // namespace tycho
