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

nlohmann::json run_on(Backend backend) {
  cases::Case of;
  of.algorithm = "all_pairs";
  of.initial = {{"kind", "plummer"}, {"seed", 3}, {"masses", {1, 5}}};
  const cases::Variant variant;
  const std::array cuda{Implementation{&all_pairs::contract(), make_stand_in}};
  cases::RunSpec spec{
      "id", &of, &variant, "smoke", 61, 4, 3, 0.5, Settings(all_pairs::contract(), backend)};
  return measure::execute(spec, {backends::implementations(Backend::kCpu), cuda, ""},
                          [](const std::string&, double) {});
}

TEST_F(FakeNvml, ARunOnTheGpuSaysHowItWas) {
  answers(fake_nvml::kThrottled);
  const nlohmann::json record = run_on(Backend::kCuda);
  EXPECT_EQ(record.at("device").at("clock_mean_mhz"), 900);
  EXPECT_GT(record.at("device").at("joules_per_step").get<double>(), 0);
  const auto& timing = record.at("timing");
  EXPECT_EQ(timing.at("throttled").at("windows").size(), timing.at("step_s").at("samples").size());
  EXPECT_EQ(timing.at("throttled").at("stages"), true);

  answers(0);
  EXPECT_FALSE(run_on(Backend::kCuda).at("timing").contains("throttled"));
  EXPECT_FALSE(run_on(Backend::kCpu).contains("device")) << "the GPU had no part in it";
  answers(fake_nvml::kNoInit);
  EXPECT_FALSE(run_on(Backend::kCuda).contains("device"));
}

}  // namespace
}  // namespace tycho
