// Settings and machines of the two sides: runs of other settings are not compared, and what differs
// is told.
#include <gtest/gtest.h>

#include <utility>

#include "harness/compare/compare.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::compared;
using made_up::measured;
using made_up::RunRecord;
using made_up::side;

TEST(Compare, RefusesRunsThatAreNotTheSameExperiment) {
  RunRecord other = measured(1.5);
  other.settings["block"] = 256.0;
  const Comparison found = compared(measured(), other);
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(found.rows.front().reason.find("block was 128.0 and is 256.0"), std::string::npos)
      << found.rows.front().reason;
}

TEST(Compare, HoldsAllMeasurementsAgainstTheFirstOfBase) {
  RunRecord other = measured();
  other.settings["block"] = 256.0;
  for (const auto& [base, fresh] :
       {std::pair(side({{measured()}}), side({{measured()}, {other}})),
        std::pair(side({{measured()}, {other}}), side({{measured()}}))}) {
    const Comparison found = compare::compare(base, fresh, {});
    EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
    EXPECT_NE(found.rows.front().reason.find("block was 128.0 and is 256.0"), std::string::npos)
        << found.rows.front().reason;
  }
}

TEST(Compare, TellsWhatIsOtherAboutTheMachines) {
  Side fresh = side({{measured()}});
  fresh.measurements[0].results[0].provenance.gpu->driver = "590.1";
  const Comparison found = compare::compare(side({{measured()}}), fresh, {});
  ASSERT_EQ(found.differences.size(), 1u);
  EXPECT_EQ(found.differences[0], "gpu driver: 580.65.06, then 590.1");
  const Side again{{side({{measured()}}).measurements[0], fresh.measurements[0]}, {}};
  EXPECT_EQ(compare::compare(side({{measured()}}), again, {}).differences, found.differences);
  EXPECT_EQ(compare::compare(again, side({{measured()}}), {}).differences, found.differences);
}

}  // namespace
}  // namespace tycho::compare
