// What one side has and the other has not: runs, measurements, stages and checks.
#include <gtest/gtest.h>

#include "harness/compare/compare.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::compared;
using made_up::measured;
using made_up::not_ok;
using made_up::row_of;
using made_up::RunRecord;
using made_up::side;

TEST(Compare, TakesAPartForAPartUnlessAllIsAskedFor) {
  RunRecord second = measured();
  second.id = "made_up/case/n=257/w";
  const Side all = side({{measured(), second}}), part = side({{measured()}});
  EXPECT_EQ(compare::compare(all, part, {}).verdict, Verdict::kSame);
  Options options;
  options.require_all = true;
  EXPECT_EQ(compare::compare(all, part, options).verdict, Verdict::kMissing);
  EXPECT_EQ(compare::compare(part, all, options).verdict, Verdict::kSame) << "more is no less";
}

TEST(Compare, CountsARunThatFailsNowAsMissing) {
  const Comparison found =
      compared(measured(), not_ok(result::Status::kFailed, "crashed (SIGSEGV)"));
  EXPECT_EQ(found.verdict, Verdict::kMissing);
  EXPECT_NE(found.rows.front().reason.find("SIGSEGV"), std::string::npos);
}

TEST(Compare, CountsARunThatFailsInOneMeasurementOfSeveralAsMissing) {
  const RunRecord failed = not_ok(result::Status::kFailed, "crashed (SIGSEGV)");
  const Side sound = side({{measured()}, {measured()}});
  const Comparison later = compare::compare(sound, side({{measured()}, {failed}}), {});
  EXPECT_EQ(later.verdict, Verdict::kMissing);
  EXPECT_NE(later.rows.front().reason.find("measurement 2 of 2"), std::string::npos)
      << later.rows.front().reason;
  EXPECT_EQ(row_of(later, "force").verdict, Verdict::kSame) << "the other one is compared";
  EXPECT_EQ(compare::compare(sound, side({{failed}, {measured()}}), {}).verdict, Verdict::kMissing);
  EXPECT_EQ(compare::compare(side({{failed}, {measured()}}), side({{failed}}), {}).verdict,
            Verdict::kMissing)
      << "it ran in one of BASE's";
}

TEST(Compare, SaysWhyACheckOfBaseWasNotJudgedInNew) {
  RunRecord cut = measured();
  ASSERT_FALSE(cut.checks->empty());
  const std::string name = cut.checks->front().name;
  cut.checks->clear();
  EXPECT_EQ(row_of(compared(measured(), cut), "check " + name).reason, "the check is gone");
  cut.checks_not_judged = {{name, "the run was cut at step 4 of 8 by --budget"}};
  const Row row = row_of(compared(measured(), cut), "check " + name);
  EXPECT_EQ(row.verdict, Verdict::kMissing);
  EXPECT_EQ(row.reason, "the run was cut at step 4 of 8 by --budget");
}

TEST(Compare, SaysWhichRunsWereSkippedInOneMeasurementOfSeveral) {
  const RunRecord skipped = not_ok(result::Status::kSkipped, "no CUDA device");
  const Side fresh = side({{measured()}, {skipped}});
  const Comparison found = compare::compare(side({{measured()}}), fresh, {});
  EXPECT_EQ(found.verdict, Verdict::kSame);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes.front(), "1 run skipped in NEW: no CUDA device");
  Options all;
  all.require_all = true;
  EXPECT_EQ(compare::compare(side({{measured()}}), fresh, all).verdict, Verdict::kMissing);
}

TEST(Compare, MissesWhatOneMeasurementOfSeveralHasNot) {
  const auto lacking = [](auto&& what) {
    RunRecord made = measured();
    made.started = "2001-02-03T05:05:06Z";  // another process
    what(made);
    return compare::compare(side({{measured()}}), side({{measured()}, {made}}), {}).verdict;
  };
  EXPECT_EQ(lacking([](RunRecord& r) { r.timing.reset(); }), Verdict::kMissing);
  EXPECT_EQ(lacking([](RunRecord& r) { r.timing->stages.erase("kick"); }), Verdict::kMissing);
  EXPECT_EQ(lacking([](RunRecord& r) { r.checks->clear(); }), Verdict::kMissing);
  EXPECT_EQ(lacking([](RunRecord&) {}), Verdict::kSame);
}

TEST(Compare, IsNotSatisfiedWithNothingToCompare) {
  EXPECT_EQ(compared(measured(), not_ok(result::Status::kSkipped, "no CUDA device")).verdict,
            Verdict::kMissing);
}

}  // namespace
}  // namespace tycho::compare
