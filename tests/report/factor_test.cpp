#include "harness/report/factor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/report/noise.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;

Known to_parts(double value, double off) { return {{value, value * (1 - off), value * (1 + off)}}; }

TEST(Factor, HasTwoDigitsAndAThirdThatIsTheFirstUncertainOne) {
  EXPECT_EQ(factor_text(to_parts(1520, 0.01)), "1520");
  EXPECT_EQ(factor_text(to_parts(1520, 0.1)), "1500");
  EXPECT_EQ(factor_text(to_parts(450.4, 0.05)), "450");
  EXPECT_EQ(factor_text(to_parts(8.67, 0.27)), "8.7");
  EXPECT_EQ(factor_text(to_parts(13.4, 0.01)), "13.4");
  EXPECT_EQ(factor_text(to_parts(193.9, 1e-6)), "194");
  EXPECT_EQ(factor_text(to_parts(0.1234, 0.02)), "0.123");
  EXPECT_EQ(factor_text(to_parts(0.1234, 0.2)), "0.12");
  EXPECT_EQ(factor_text({{193.9, 193.9, 193.9}}), "194") << "of what has no scatter";
}

TEST(Factor, LiesBetweenTheEndsOfItsTwoSides) {
  const Known factor = factor_of(to_parts(10, 0.1), to_parts(2, 0.25));
  EXPECT_NEAR(factor.value.value, 5, 1e-12);
  EXPECT_NEAR(factor.value.low, 9 / 2.5, 1e-12);
  EXPECT_NEAR(factor.value.high, 11 / 1.5, 1e-12);
}

TEST(Factor, OverANoisyTimeIsARange) {
  Known noisy_time = to_parts(10, 0.33);
  noisy_time.noisy = true;
  EXPECT_EQ(factor_text(factor_of(noisy_time, to_parts(0.222, 0.01))), "30 to 61");
  EXPECT_EQ(factor_text(factor_of(to_parts(450, 0), noisy_time)), "34 to 67");
  noisy_time.value.low = 0;
  EXPECT_EQ(factor_text(factor_of(to_parts(450, 0), noisy_time)), "34 or more");
}

TEST(Factor, APublishedNumberIsKnownToHalfItsLastPrintedDigit) {
  PublishedValue value;
  value.value = 21;
  EXPECT_NEAR(width_of(known(value).value), 1 / 21.0, 1e-12);
  value.value = 2.27;
  EXPECT_NEAR(width_of(known(value).value), 0.01 / 2.27, 1e-12);
  value.value = 9360;  // "2.6 hours"
  value.last_digit = 360;
  EXPECT_NEAR(width_of(known(value).value), 0.1 / 2.6, 1e-12);
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

TEST(Factor, OfATimeMeasuredOnceHasTwoDigits) {
  synthetic::Folder folder;
  result::RunRecord once = synthetic::run("cpu", "cpu", 8, 1.934);
  once.timing->step_s.low = once.timing->step_s.high = 1.934;
  const auto file = folder.write("results/synthetic.json", synthetic::result("M", {once}));
  const Evidence evidence = gather(load_results({file}, false), {});
  const Known time = *known(evidence.runs[0], "step_s");
  EXPECT_EQ(factor_text(factor_of(time, to_parts(0.01, 0))), "190");
  EXPECT_FALSE(known(evidence.runs[0], "counter:none"));
}

}  // namespace
