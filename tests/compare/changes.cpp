// How large a change of a time must be to be called one: the least that matters, and what samples
// and processes differ by.
#include <gtest/gtest.h>

#include <vector>

#include "harness/compare/compare.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::around;
using made_up::compared;
using made_up::measured;
using made_up::row_of;
using made_up::run;
using made_up::RunRecord;
using made_up::side;
using made_up::three;

TEST(Compare, OfARunWithItselfIsTheSame) {
  const Comparison found = compared(measured(), measured());
  EXPECT_EQ(found.verdict, Verdict::kSame);
  for (const Row& row : found.rows) EXPECT_EQ(row.verdict, Verdict::kSame) << row.what;
}

TEST(Compare, FindsTheStageThatGotSlowerAndPutsItFirst) {
  const Comparison found = three(1, 1.05);
  EXPECT_EQ(found.verdict, Verdict::kSlower);
  const Row force = row_of(found, "force");
  EXPECT_EQ(force.verdict, Verdict::kSlower);
  EXPECT_NEAR(force.timed->change, 0.05, 0.001);
  EXPECT_LT(force.timed->low, 0.05);
  EXPECT_GT(force.timed->high, 0.05);
  EXPECT_NEAR(*force.timed->spread, 0.001, 0.0005);
  EXPECT_EQ(force.timed->degrees_of_freedom, 4);
  EXPECT_EQ(row_of(found, "step").verdict, Verdict::kSlower);
  EXPECT_EQ(row_of(found, "kick").verdict, Verdict::kSame);
  EXPECT_EQ(found.rows.front().what, "force") << "worst first";
}

TEST(Compare, CallsAFasterStageFaster) { EXPECT_EQ(three(1, 0.9).verdict, Verdict::kFaster); }

// What processes differ by is not known: it is assumed, and not to be small.
TEST(Compare, OfOneProcessASideDecidesLargeChangesOnly) {
  const Comparison found = compared(measured(), measured(1.08));
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("assumed"), std::string::npos)
      << row_of(found, "force").reason;
  EXPECT_EQ(compared(measured(), measured(1.3)).verdict, Verdict::kSlower);
  EXPECT_EQ(compared(measured(), measured(0.7)).verdict, Verdict::kFaster);
}

TEST(Compare, LeavesAloneWhatIsNotRelevant) {
  EXPECT_EQ(three(1, 1.02).verdict, Verdict::kSame);
  Options strict;
  strict.minimum_change = 0.01;
  EXPECT_EQ(three(1, 1.02, strict).verdict, Verdict::kSlower);
  // A tenth more of a stage that is a hundredth of its step.
  const auto with_small = [](double factor) {
    return run("v", around(1e-3, 0.001, 10),
               {{"small", {"events", around(1e-5 * factor, 0.001, 40)}}});
  };
  const Comparison found = compared(with_small(1), with_small(1.1));
  EXPECT_EQ(found.verdict, Verdict::kSame);
  EXPECT_NE(row_of(found, "small").reason.find("not relevant"), std::string::npos);
}

TEST(Compare, WithholdsWhatTheSpreadExplains) {
  const Comparison found = compared(measured(1, 0.2), measured(1.1, 0.2));
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kAmbiguous);
}

TEST(Compare, WithholdsWhatAnotherMixOfTwoModesExplains) {
  made_up::Samples often_fast, often_slow;
  for (int i = 0; i < 80; ++i) {
    often_fast.push_back((i * 7 % 80 < 16 ? 0.88e-3 : 0.8e-3) * (1 + 1e-5 * i));
    often_slow.push_back((i * 7 % 80 < 16 ? 0.8e-3 : 0.88e-3) * (1 + 1e-5 * i));
  }
  const auto three_with = [](const made_up::Samples& samples) {
    std::vector<std::vector<RunRecord>> all;
    for (const double process : {0.999, 1.0, 1.001}) {
      made_up::Samples own = samples;
      for (double& sample : own) sample *= process;
      all.push_back({run("v", around(1e-3 * process, 0.001, 10), {{"force", {"events", own}}})});
    }
    return side(all);
  };
  const Comparison found = compare::compare(three_with(often_fast), three_with(often_slow), {});
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("spread explains"), std::string::npos);
}

}  // namespace
}  // namespace tycho::compare
