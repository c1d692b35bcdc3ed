// Broken numbers must not pass: whatever a check does that it did not do before is seen.
#include "harness/compare/numerics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/compare/compare.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::around;
using made_up::compared;
using made_up::measured;
using made_up::RunRecord;
using made_up::side;

RunRecord with_check(double value, double limit = 1e-6) {
  RunRecord made = made_up::run("v", around(1e-3, 0.001, 10),
                                {{"force", {"events", around(0.8e-3, 0.001, 40)}},
                                 {"kick", {"events", around(0.1e-3, 0.001, 40)}}});
  made.checks->front().value = value;
  made.checks->front().limit = limit;
  made.checks->front().pass = value <= limit;
  return made;
}

TEST(Numerics, ThatMovedPastTheirSpreadAreDifferent) {
  EXPECT_EQ(compared(with_check(2e-7), with_check(2.1e-7)).verdict, Verdict::kSame);
  EXPECT_EQ(compared(with_check(2e-7), with_check(4e-7)).verdict, Verdict::kNumericallyDifferent);
  EXPECT_EQ(compared(with_check(2e-7), with_check(0)).verdict, Verdict::kNumericallyDifferent)
      << "too good is other, too";
  // A spread that was measured counts instead of the assumed one.
  const Side base = side({{with_check(2e-7)}, {with_check(3.5e-7)}});
  EXPECT_EQ(compare::compare(base, side({{with_check(4e-7)}}), {}).verdict, Verdict::kSame);
  const Side exact = side({{with_check(2e-7)}, {with_check(2e-7)}});
  EXPECT_EQ(compare::compare(exact, side({{with_check(2.15e-7)}}), {}).verdict,
            Verdict::kNumericallyDifferent);
}

// A run that its time cut is as long as its machine was fast: the same code on a busier machine is
// no other number.
TEST(Numerics, OfRunsThatWereLookedAtElsewhereNeedOnlyHold) {
  const auto until = [](double value, double end) {
    RunRecord made = with_check(value);
    made.series.emplace().curves["energy_error"] = {{0, end}, {0, value}};
    return made;
  };
  EXPECT_EQ(compared(until(2e-7, 10), until(4e-7, 10)).verdict, Verdict::kNumericallyDifferent);
  EXPECT_EQ(compared(until(2e-7, 10), until(4e-7, 20)).verdict, Verdict::kSame);
  EXPECT_EQ(compared(until(2e-7, 10), until(2e-6, 20)).verdict, Verdict::kNumericallyDifferent)
      << "what held must hold";
}

TEST(Compare, PutsNumericsFirst) {
  RunRecord wrong = measured(0.5);
  wrong.checks->front().value = 3e-6;
  wrong.checks->front().pass = false;
  const Comparison found = compared(measured(), wrong);
  EXPECT_EQ(found.verdict, Verdict::kNumericallyDifferent);
  EXPECT_EQ(found.rows.front().what, "check momentum");
  RunRecord not_a_number = measured();
  not_a_number.checks->front().value = std::nan("");
  not_a_number.checks->front().pass = false;
  EXPECT_EQ(compared(measured(), not_a_number).verdict, Verdict::kNumericallyDifferent);
}

TEST(Compare, MissesACheckThatIsGone) {
  RunRecord without = with_check(2e-7);
  without.checks->clear();
  EXPECT_EQ(compared(with_check(2e-7), without).verdict, Verdict::kMissing);
}

TEST(Numerics, OfACheckThatBaseHasNotGotAreDifferentWhereItFails) {
  RunRecord more = with_check(2e-7);
  more.checks->push_back({"energy_drift", 1e-9, 1e-8, true, "made up", {}});
  const Comparison holds = compared(with_check(2e-7), more);
  EXPECT_EQ(holds.verdict, Verdict::kSame);
  ASSERT_EQ(holds.notes.size(), 1u);
  EXPECT_NE(holds.notes.front().find("energy_drift"), std::string::npos) << holds.notes.front();
  for (const double value : {1e-7, std::nan("")}) {
    RunRecord wrong = more;
    wrong.checks->back().value = value;
    wrong.checks->back().pass = false;
    const Comparison fails = compared(with_check(2e-7), wrong);
    EXPECT_EQ(fails.verdict, Verdict::kNumericallyDifferent);
    EXPECT_EQ(fails.rows.front().what, "check energy_drift");
    EXPECT_TRUE(fails.notes.empty());
    EXPECT_EQ(compare::compare(side({{with_check(2e-7)}}), side({{more}, {wrong}}), {}).verdict,
              Verdict::kNumericallyDifferent)
        << "in one measurement of several";
    EXPECT_EQ(compared(wrong, wrong).verdict, Verdict::kSame) << "BASE has it, and it failed";
    const Side once = side({{with_check(2e-7)}, {more}});
    EXPECT_EQ(compare::compare(once, side({{wrong}}), {}).verdict, Verdict::kNumericallyDifferent)
        << "one of BASE's has it, and it held";
  }
}

TEST(Numerics, OfACheckThatFailsAndGetsWorseAreDifferent) {
  const RunRecord failing = with_check(1.1e-6);
  EXPECT_EQ(compared(failing, with_check(1.0)).verdict, Verdict::kNumericallyDifferent);
  EXPECT_EQ(compared(failing, with_check(1.5e-6)).verdict, Verdict::kNumericallyDifferent);
  EXPECT_EQ(compared(failing, with_check(std::nan(""))).verdict, Verdict::kNumericallyDifferent);
  EXPECT_EQ(compared(failing, with_check(1.15e-6)).verdict, Verdict::kSame) << "as far as it moves";
  EXPECT_EQ(compared(failing, failing).verdict, Verdict::kSame);
  EXPECT_EQ(compared(with_check(5e-6), failing).verdict, Verdict::kSame) << "fails, by less";
  EXPECT_EQ(compared(failing, with_check(0.9e-6)).verdict, Verdict::kSame) << "holds now";
}

TEST(Numerics, ThatNeverWereNumbersAreAsBefore) {
  const RunRecord broken = with_check(std::nan(""));
  EXPECT_EQ(compared(broken, broken).verdict, Verdict::kSame);
  EXPECT_EQ(compared(broken, with_check(5e-6)).verdict, Verdict::kSame) << "a number now";
}

TEST(Numerics, AreJudgedByTheStricterLimitAndTheChangeIsTold) {
  const Comparison loosened = compared(with_check(5e-7), with_check(4.5e-6, 1e-3));
  EXPECT_EQ(loosened.verdict, Verdict::kNumericallyDifferent);
  EXPECT_NE(loosened.rows.front().reason.find("limit"), std::string::npos);
  ASSERT_EQ(loosened.notes.size(), 1u);
  EXPECT_NE(loosened.notes.front().find("momentum"), std::string::npos) << loosened.notes.front();
  EXPECT_NE(loosened.notes.front().find("stricter"), std::string::npos) << loosened.notes.front();
  // Values that did not move, with limits that did.
  const Comparison still = compared(with_check(5e-7), with_check(5e-7, 1e-3));
  EXPECT_EQ(still.verdict, Verdict::kSame);
  EXPECT_EQ(still.notes.size(), 1u) << "but it is said";
  // Of a looser limit, one in a hundred parts is more than this value may move by.
  EXPECT_EQ(compared(with_check(2e-7), with_check(8e-7, 1e-3)).verdict,
            Verdict::kNumericallyDifferent);
  EXPECT_EQ(compared(with_check(5e-7), with_check(5e-7, 1e-7)).verdict,
            Verdict::kNumericallyDifferent)
      << "held, and fails a limit that was tightened";
  EXPECT_TRUE(compared(with_check(5e-7), with_check(5e-7)).notes.empty());
}

TEST(Numerics, OfOneMeasurementAmongSeveralAreNotOverlooked) {
  const Side base = side({{with_check(2e-7)}, {with_check(2e-7)}});
  const Side once = side({{with_check(2e-7)}, {with_check(std::nan(""))}});
  EXPECT_EQ(compare::compare(base, once, {}).verdict, Verdict::kNumericallyDifferent);
  const Side worse = side({{with_check(2e-7)}, {with_check(3e-6)}});
  EXPECT_EQ(compare::compare(base, worse, {}).verdict, Verdict::kNumericallyDifferent);
}

TEST(Numerics, OfAnotherSuiteMayHaveOtherValuesButMustBeNumbers) {
  const auto in_full = [](RunRecord run) {
    run.suite = "full";
    return run;
  };
  EXPECT_EQ(compared(with_check(2e-6), in_full(with_check(5e-6))).verdict, Verdict::kSame);
  EXPECT_EQ(compared(with_check(2e-6), in_full(with_check(std::nan("")))).verdict,
            Verdict::kNumericallyDifferent);
}

TEST(Compare, MissesAStageThatIsGone) {
  RunRecord without = with_check(2e-7);
  without.timing->stages.erase("kick");
  const Comparison one = compared(with_check(2e-7), without);
  EXPECT_EQ(one.verdict, Verdict::kMissing);
  EXPECT_EQ(one.rows.front().what, "kick");
  without.timing->stages.clear();
  EXPECT_EQ(compared(with_check(2e-7), without).count(Verdict::kMissing), 2);
}

TEST(Compare, MissesAllChecksWhereARunHasNoneAnyMore) {
  RunRecord without = with_check(2e-7);
  without.checks.reset();
  EXPECT_EQ(compared(with_check(2e-7), without).verdict, Verdict::kMissing);
}

}  // namespace
}  // namespace tycho::compare
