// What --only asks for, and nothing else, is compared and shown.
#include <gtest/gtest.h>

#include <vector>

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

TEST(Compare, LooksOnlyAtWhatIsAskedFor) {
  Options only;
  only.only = {"*/kick"};
  const Comparison found = compared(measured(), measured(1.5), only);
  EXPECT_EQ(found.verdict, Verdict::kSame);
  for (const Row& row : found.rows) EXPECT_NE(row.what, "force");
}

TEST(Compare, SaysThatNothingMatches) {
  Options only;
  only.only = {"*/no_such_stage"};
  const Comparison found = compared(measured(), measured(), only);
  EXPECT_EQ(found.verdict, Verdict::kMissing);
  EXPECT_EQ(found.rows.front().reason, "no run or stage of BASE matches --only");
  only.only = {"*/kick"};
  const Comparison skipped =
      compared(measured(), not_ok(result::Status::kSkipped, "no CUDA device"), only);
  EXPECT_EQ(skipped.rows.front().reason, "no run could be compared") << "it does match";
}

// The step decides on a replay, and is not shown where it is not asked for.
TEST(Compare, DecidesOnAReplayThatAloneIsAskedFor) {
  std::vector<std::vector<RunRecord>> base, fresh;
  for (const double process : {0.999, 1.0, 1.001}) {
    base.push_back({measured(process, 0.001, 40, "replay")});
    fresh.push_back({measured(1.2 * process, 0.001, 40, "replay")});
  }
  Options only;
  only.only = {"*/force"};
  const Comparison found = compare::compare(side(base), side(fresh), only);
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kSlower) << row_of(found, "force").reason;
  for (const Row& row : found.rows) EXPECT_NE(row.what, "step");
}

}  // namespace
}  // namespace tycho::compare
