#include "harness/report/select.hpp"

#include <gtest/gtest.h>

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

TEST(Exact, HasAllDigitsOfAWholeNumberAndTheFewestOfAnother) {
  EXPECT_EQ(exact(1'700'000), "1700000");
  EXPECT_EQ(exact(-56'623'104), "-56623104");
  EXPECT_EQ(exact(0), "0");
  EXPECT_EQ(exact(0.1), "0.1");
  EXPECT_EQ(exact(1e18), "1e+18");
}

TEST(TextOf, HasAllDigitsOfACountAndSevenOfAnyOtherNumber) {
  EXPECT_EQ(text_of(16'777'216), "16777216");
  EXPECT_EQ(text_of(0.00390625), "0.003906250");
  EXPECT_EQ(text_of("table"), "table");
  EXPECT_EQ(text_of(nullptr), "");
}

}  // namespace
