// The parts of a campaign put together into the one file of a paper.
#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/verify/record.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::verify {
namespace {

namespace fs = std::filesystem;
using made_up::around;

class Record : public ::testing::Test {
 protected:
  using Change = std::function<void(result::Result&)>;

  /// A campaign's folder with one run of the paper `made_up`.
  fs::path part(const std::string& name, const std::string& variant, const Change& change = {}) {
    result::Result made = made_up::result({made_up::run(variant, around(1e-3, 0.001, 10))});
    if (change) change(made);
    fs::create_directories(folder_ / name);
    result::write_result(folder_ / name / "made_up.json", made);
    return folder_ / name;
  }
  Recording recording(std::vector<fs::path> parts) const {
    return {std::move(parts), folder_ / "results", false};
  }
  std::string complaint(const Recording& recording) const {
    try {
      record(recording);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  /// Refuses this second part, saying `why`, and writes nothing.
  void expect_refused(const fs::path& second, const std::string& why) {
    const std::string said = complaint(recording({part("first", "v"), second}));
    EXPECT_NE(said.find(why), std::string::npos) << said;
    EXPECT_FALSE(fs::exists(folder_ / "results/made_up.json"));
  }

  TemporaryFolder folder_;
};

TEST_F(Record, MergesPartsOfOneCommitIntoOneFile) {
  const auto earlier = [](result::Result& part) { part.provenance.date = "2001-01-01T00:00:00Z"; };
  record(recording({part("a", "v"), part("b", "w", earlier)}));
  const result::Result whole = result::read_result(folder_ / "results/made_up.json");
  ASSERT_EQ(whole.runs.size(), 2u);
  EXPECT_EQ(whole.runs[0].variant, "v");
  EXPECT_EQ(whole.runs[1].variant, "w");
  EXPECT_EQ(whole.provenance.date, "2001-01-01T00:00:00Z");
  EXPECT_EQ(whole.provenance.build.commit, "0123456789ab");
}

TEST_F(Record, RefusesACommitWithUncommittedChanges) {
  expect_refused(
      part("second", "w",
           [](result::Result& part) { part.provenance.build.commit = "0123456789ab-dirty"; }),
      "changes that are not committed (0123456789ab-dirty)");
}

TEST_F(Record, RefusesACommitThatIsNotKnown) {
  expect_refused(
      part("second", "w", [](result::Result& part) { part.provenance.build.commit = "unknown"; }),
      "does not say which commit");
}

TEST_F(Record, RefusesPartsOfTwoCommits) {
  expect_refused(part("second", "w",
                      [](result::Result& part) { part.provenance.build.commit = "ba9876543210"; }),
                 "its commit is \"ba9876543210\"");
}

TEST_F(Record, RefusesPartsOfTwoBuilds) {
  expect_refused(
      part("second", "w", [](result::Result& part) { part.provenance.build.flags = "-O0"; }),
      "its build is");
}

TEST_F(Record, RefusesPartsOfTwoMachines) {
  expect_refused(
      part("second", "w", [](result::Result& part) { part.provenance.machine = "Another"; }),
      "its machine is \"Another\"");
}

TEST_F(Record, RefusesPartsOfTwoSuites) {
  expect_refused(part("second", "w",
                      [](result::Result& part) {
                        part.suite = "full";
                        part.runs[0].suite = "full";
                      }),
                 "its suite is \"full\"");
}

TEST_F(Record, RefusesARunThatStandsTwice) {
  expect_refused(part("second", "v"), "the run 'made_up/case/n=257/v' stands in ");
}

TEST_F(Record, TakesARunAsItWasMadeWhereAnotherPartDidNotMakeIt) {
  const auto not_made = [](result::Status status) {
    return [status](result::Result& part) {
      static_cast<result::RunOutcome&>(part.runs[0]) = {};
      part.runs[0].status = status;
      part.runs[0].reason = "made up";
    };
  };
  part("skipped", "v", not_made(result::Status::kSkipped));
  part("failed", "v", not_made(result::Status::kFailed));
  part("made", "v");
  const auto status_of = [&](const std::vector<std::string>& parts) {
    std::vector<fs::path> folders;
    for (const std::string& name : parts) folders.push_back(folder_ / name);
    Recording one = recording(folders);
    one.replace = true;
    record(one);
    const auto runs = result::read_result(folder_ / "results/made_up.json").runs;
    EXPECT_EQ(runs.size(), 1u);
    return runs.at(0).status;
  };
  EXPECT_EQ(status_of({"skipped", "failed"}), result::Status::kFailed);
  EXPECT_EQ(status_of({"failed", "skipped"}), result::Status::kFailed);
  EXPECT_EQ(status_of({"skipped", "made", "failed"}), result::Status::kOk);
}

TEST_F(Record, RefusesWhatDoesNotVerify) {
  expect_refused(
      part("second", "w", [](result::Result& part) { part.runs[0].checks->front().pass = false; }),
      "`tycho verify` of the parts lists all");
}

TEST_F(Record, WritesOverARecordedFileOnlyWhenAsked) {
  record(recording({part("a", "v")}));
  Recording again = recording({part("b", "w")});
  EXPECT_NE(complaint(again).find("--replace"), std::string::npos);
  again.replace = true;
  record(again);
  EXPECT_EQ(result::read_result(folder_ / "results/made_up.json").runs[0].variant, "w");
}

TEST_F(Record, LeavesNoSecondFileOfThePaperBesideIt) {
  fs::create_directories(folder_ / "results");
  fs::rename(part("old", "v") / "made_up.json", folder_ / "results/made_up-table5.json");
  EXPECT_NE(complaint(recording({part("a", "w")})).find("made_up-table5.json: holds runs of"),
            std::string::npos);
  // Named as a part it is taken in.
  record(recording({part("a", "w"), folder_ / "results/made_up-table5.json"}));
  EXPECT_FALSE(fs::exists(folder_ / "results/made_up-table5.json"));
  EXPECT_EQ(result::read_result(folder_ / "results/made_up.json").runs.size(), 2u);
}

TEST_F(Record, AddsALaterPartToTheFileThatIsThere) {
  record(recording({part("a", "v")}));
  record(recording({folder_ / "results", part("b", "w")}));
  EXPECT_EQ(result::read_result(folder_ / "results/made_up.json").runs.size(), 2u);
}

}  // namespace
}  // namespace tycho::verify
