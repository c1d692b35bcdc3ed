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
  EXPECT_EQ(compare::compare(side({{measured()}}), again, {}).differences,
            (std::vector<std::string>{"gpu driver: 580.65.06, then 580.65.06 | 590.1"}));
  EXPECT_EQ(compare::compare(again, side({{measured()}}), {}).differences,
            (std::vector<std::string>{"gpu driver: 580.65.06 | 590.1, then 580.65.06"}));
}

TEST(Compare, TellsTheManyBuildsOfARecordInOneLine) {
  Side base = side({{measured()}});
  const result::Result first = base.measurements[0].results[0];
  std::string builds = first.provenance.build.commit;
  for (const char* commit : {"c1", "c2", "c3"}) {
    result::Result part = first;
    part.provenance.build.commit = commit;
    part.runs.front().id += commit;
    base.measurements[0].results.push_back(part);
    builds += std::string(" | ") + commit;
  }
  const Comparison found = compare::compare(base, side({{measured()}}), {});
  EXPECT_EQ(found.differences, (std::vector<std::string>{"build commit: " + builds + ", then " +
                                                         first.provenance.build.commit}));
}

}  // namespace
}  // namespace tycho::compare
