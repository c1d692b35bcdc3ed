// What a run in an expanding box says of its structure.
#include <gtest/gtest.h>

#include "core/contracts/tree_pm.hpp"
#include "harness/backends/list.hpp"
#include "harness/measure/execute.hpp"

namespace tycho {
namespace {

TEST(UniverseRecord, HoldsTheShotNoiseThatItsPowerSpectrumIncludes) {
  cases::Case universe{};
  universe.paper = "someone2025";
  universe.name = "universe";
  universe.algorithm = "tree_pm";
  universe.initial = {{"kind", "cosmology"}, {"seed", 1}};
  universe.measure = terms::Measure::kEvolution;
  universe.samples = 1;
  cases::Variant variant{};
  variant.name = "cpu";
  cases::RunSpec spec{"id",    &universe, &variant,
                      "smoke", 512,       1,
                      1,       0,         Settings(tree_pm::contract(), Backend::kCpu)};
  spec.settings.set("box", 40);
  const result::RunOutcome outcome =
      measure::execute(spec, {backends::implementations(Backend::kCpu), {}, "no GPU"},
                       [](const std::string&, double) {});
  ASSERT_EQ(outcome.status, result::Status::kOk) << outcome.reason;
  EXPECT_TRUE(outcome.series->curves.contains("power_spectrum"));
  EXPECT_NEAR(outcome.counters->at("shot_noise").value(), 40.0 * 40 * 40 / 512, 1e-9) << "V / N";
}

}  // namespace
}  // namespace tycho
