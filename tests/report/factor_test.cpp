#include "harness/report/factor.hpp"

#include <gtest/gtest.h>

#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;

Known to_parts(double off, int most_digits = 3) { return {off, most_digits}; }

TEST(Factor, EndsAtItsFirstUncertainDigit) {
  EXPECT_EQ(factor_text(1520, {to_parts(0.27)}), "1500");
  EXPECT_EQ(factor_text(13.4, {to_parts(0.27)}), "13");
  EXPECT_EQ(factor_text(8.67, {to_parts(0.27)}), "9");
  EXPECT_EQ(factor_text(13.4, {to_parts(0.01)}), "13.4");
  EXPECT_EQ(factor_text(0.1234, {to_parts(0.02)}), "0.123");
  EXPECT_EQ(factor_text(0.1234, {to_parts(0.2)}), "0.12");
}

TEST(Factor, HasAtMostThreeDigitsAndTwoOverACpuOrWhereNobodyKnows) {
  EXPECT_EQ(factor_text(193.9, {to_parts(1e-6)}), "194");
  EXPECT_EQ(factor_text(193.9, {to_parts(1e-6), to_parts(1e-6, 2)}), "190");
  EXPECT_EQ(factor_text(193.9, {to_parts(1e-6), Known{}}), "190");
  EXPECT_EQ(factor_text(1.966, {}), "1.97");
}

TEST(Factor, OfTwoTimesIsAsUncertainAsBothTogether) {
  EXPECT_EQ(factor_text(1004, {to_parts(0.008)}), "1000");
  EXPECT_EQ(factor_text(1.44, {to_parts(0.06)}), "1.44");
  EXPECT_EQ(factor_text(1.44, {to_parts(0.06), to_parts(0.06)}), "1.4");
}

TEST(Factor, APublishedNumberIsKnownToHalfItsLastPrintedDigit) {
  PublishedValue value;
  value.value = 21;
  EXPECT_NEAR(*known(value).off, 0.5 / 21, 1e-12);
  value.value = 2.27;
  EXPECT_NEAR(*known(value).off, 0.005 / 2.27, 1e-12);
  value.value = 9360;  // "2.6 hours"
  value.last_digit = 360;
  EXPECT_NEAR(*known(value).off, 0.05 / 2.6, 1e-12);
}

TEST(Factor, APublishedNumberIsShownWithItsOwnDigits) {
  PublishedValue value;
  value.value = 9360;  // "2.6 hours"
  value.last_digit = 360;
  EXPECT_EQ(digits_of(value), 2);
  value.value = 45720;  // "12.7 hours"
  EXPECT_EQ(digits_of(value), 3);
  value.last_digit.reset();
  value.value = 21;
  EXPECT_EQ(digits_of(value), 2);
}

TEST(Factor, ProcessesThatScatterMakeATimeLessKnownThanItsInterval) {
  synthetic::Folder folder;
  const auto evidence = [&](std::vector<result::RunRecord> runs) {
    const auto file = folder.write("results/synthetic.json", synthetic::result("M", runs));
    return gather(load_results({file}, false), {});
  };
  result::RunRecord alone = synthetic::run("cpu", "cpu", 8, 1);
  alone.timing->step_s.low = 0.99;
  alone.timing->step_s.high = 1.01;
  const Evidence one = evidence({alone});
  EXPECT_NEAR(*known(one.runs[0], one.runs[0].timing->step_s, one).off, 0.01, 1e-12);
  result::RunRecord twice = synthetic::run("other", "cpu", 8, 1);
  twice.timing->step_s.visits = {1, 1.2};
  const Evidence both = evidence({alone, twice});
  EXPECT_GT(*known(both.runs[0], both.runs[0].timing->step_s, both).off, 0.1)
      << "of its paper, machine and kind of processor";
  EXPECT_EQ(known(both.runs[0], both.runs[0].timing->step_s, both).most_digits, 2);
}

}  // namespace
