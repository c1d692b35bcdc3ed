#include "harness/report/select.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/number.hpp"

namespace {

using namespace tycho::report;

TEST(RateOfAStage, IsOfTheStageThatIsCountedOrOfAnyWhereNoneIsKnown) {
  tycho::report::Run run;
  StageTime stage;
  stage.step_s = {2, 1, 4};
  run.timing.emplace();
  run.timing->count = 8e9;
  run.timing->stages = {{"call", stage}, {"correct", stage}};
  const auto rate = [&](const char* of) { return quantity_of(run, of); };
  ASSERT_TRUE(rate("stage:call.giga_per_s"));
  EXPECT_DOUBLE_EQ(rate("stage:call.giga_per_s")->value, 4);
  EXPECT_DOUBLE_EQ(rate("stage:call.per_s")->value, 4e9);
  run.timing->rate_stage = "correct";
  EXPECT_FALSE(rate("stage:call.giga_per_s"));
  EXPECT_TRUE(rate("stage:correct.giga_per_s"));
}

TEST(Quantity, MayBeTakenSoManyTimes) {
  tycho::report::Run run;
  StageTime stage;
  stage.step_s = {2, 1, 4};
  run.timing.emplace();
  run.timing->count = 8e9;
  run.timing->stages = {{"force", stage}};
  const auto rate = quantity_of(run, "38*stage:force.giga_per_s");  // flops a pair
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(rate->value, 38 * 4);
  EXPECT_DOUBLE_EQ(rate->low, 38 * 2);
  EXPECT_FALSE(quantity_of(run, "38*stage:push.giga_per_s"));
  EXPECT_THROW(quantity_of(run, "x*step_s"), tycho::UsageError);
}

TEST(Quantity, MovedIsTheMeanPartOfTheBodiesAtASynchronisationPoint) {
  tycho::report::Run run;
  run.n = 1000;
  run.counters = {{"particle_steps", 4500.0}};
  EXPECT_FALSE(quantity_of(run, "moved"));
  run.counters["substeps"] = 16.0;
  ASSERT_TRUE(quantity_of(run, "moved"));
  EXPECT_DOUBLE_EQ(quantity_of(run, "moved")->value, 4500.0 / 16000);
}

TEST(Quantity, ThePeakGoesByTheLanesOfTheGpu) {
  const auto peak = [](const char* compute_capability) {
    auto machine = std::make_shared<Machine>();
    machine->sms = 100;
    machine->clock_mhz = 1000;
    machine->provenance.gpu.emplace().compute_capability = compute_capability;
    tycho::report::Run run;
    run.backend = "cuda";
    run.machine = machine;
    return peak_gflops(run).value_or(0);
  };
  EXPECT_DOUBLE_EQ(peak("9.0"), 12800);
  EXPECT_DOUBLE_EQ(peak("8.0"), 6400);  // half as many lanes
  EXPECT_DOUBLE_EQ(peak("8.6"), 12800);
  EXPECT_DOUBLE_EQ(peak("7.5"), 6400);
  EXPECT_DOUBLE_EQ(peak("99.0"), 0) << "no peak of a GPU whose lanes are not known";
}

TEST(Exact, HasAllDigitsOfAWholeNumberAndTheFewestOfAnother) {
  EXPECT_EQ(exact(1'700'000), "1700000");
  EXPECT_EQ(exact(-56'623'104), "-56623104");
  EXPECT_EQ(exact(0), "0");
  EXPECT_EQ(exact(0.1), "0.1");
  EXPECT_EQ(exact(1e18), "1e+18");
}

TEST(CubeText, IsOfACubeAndOfAnyOtherNumberItsDigits) {
  EXPECT_EQ(cube_text(134'217'728), "512^3");
  EXPECT_EQ(cube_text(5832), "18^3");
  EXPECT_EQ(cube_text(134'217'727), "134,217,727");
  EXPECT_EQ(cube_text(1), "1");
}

TEST(SeriesName, MayNameAValueThatStandsForAnother) {
  Exhibit exhibit;
  exhibit.split_label = "N = {n}, block of {active|1=one|0=all}";
  tycho::report::Run run;
  run.n = 1024;
  run.settings["active"] = 512.0;
  EXPECT_EQ(series_name(exhibit, run), "N = 1,024, block of 512");
  run.settings["active"] = 0.0;
  EXPECT_EQ(series_name(exhibit, run), "N = 1,024, block of all");
  run.settings["active"] = 1.0;
  EXPECT_EQ(series_name(exhibit, run), "N = 1,024, block of one");
}

TEST(TextOf, HasAllDigitsOfANumberAndNoZerosAfterThem) {
  EXPECT_EQ(text_of(16'777'216), "16777216");
  EXPECT_EQ(text_of(0.00390625), "0.00390625");
  EXPECT_EQ(text_of(0.25), "0.25");
  EXPECT_EQ(text_of("table"), "table");
  EXPECT_EQ(text_of(nullptr), "");
}

}  // namespace
