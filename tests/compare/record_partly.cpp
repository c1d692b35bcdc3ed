// A campaign of several sittings: what it has so far takes the place of what older files hold, run
// by run.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <set>

#include "core/error.hpp"
#include "harness/compare/side.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/verify/record.hpp"
#include "harness/verify/verify.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::verify {
namespace {

namespace fs = std::filesystem;
using made_up::around;
using result::Result;
using result::RunRecord;
using Runs = std::vector<RunRecord>;

constexpr const char* kUnfinished = "made_up-0123456789ab.json";

RunRecord made(const std::string& variant, const std::string& started = "2001-02-03T04:05:06Z") {
  RunRecord run = made_up::run(variant, around(1e-3, 0.001, 10),
                               {{"force", {"events", around(9e-4, 0.001, 10)}}});
  run.started = started;
  run.counters->emplace("unknown", std::nan(""));
  return run;
}

RunRecord not_made(const std::string& variant, result::Status status = result::Status::kSkipped) {
  RunRecord run = made(variant);
  static_cast<result::RunOutcome&>(run) = {};
  run.status = status;
  run.reason = "made up";
  return run;
}

class RecordPartly : public ::testing::Test {
 protected:
  /// A result of these runs; of an older commit where one is named.
  void write(const std::string& file, Runs runs, const std::string& commit = "0123456789ab") {
    Result made = made_up::result(std::move(runs));
    made.provenance.build.commit = commit;
    fs::create_directories((folder_ / file).parent_path());
    result::write_result(folder_ / file, made);
  }
  void write_older(const std::string& name, Runs runs) {
    write("results/" + name, std::move(runs), "ba9876543210");
  }
  std::string record_partly(const std::vector<std::string>& parts, bool replace = false) const {
    return verify::record_partly(recording(parts, replace));
  }
  std::string refused(const std::vector<std::string>& parts) const {
    try {
      record_partly(parts);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  Recording recording(const std::vector<std::string>& parts, bool replace = false) const {
    Recording made{{}, folder_ / "results", replace};
    for (const std::string& part : parts) made.parts.push_back(folder_ / part);
    return made;
  }
  /// The variants in a recorded file, with a ! behind one that was not made; nothing where there is
  /// no file.
  std::vector<std::string> variants(const std::string& name) const {
    std::vector<std::string> found;
    if (!fs::exists(folder_ / "results" / name)) return found;
    for (const RunRecord& run : result::read_result(folder_ / "results" / name).runs)
      found.push_back(run.variant + (run.ok() ? "" : "!"));
    return found;
  }
  /// Every result in the folder is sound, and no run stands in two.
  void expect_sound() const {
    for (const auto& entry : fs::directory_iterator(folder_ / "results"))
      EXPECT_TRUE(verify::verify(entry.path()).empty()) << entry.path();
    EXPECT_NO_THROW(compare::load_side(folder_ / "results", {}));
  }

  using Names = std::vector<std::string>;
  TemporaryFolder folder_;
};

TEST_F(RecordPartly, KeepsTheRunsBesideThoseOfOlderFilesAndTakesThemOutOfThese) {
  write_older("made_up.json", {made("a"), made("b"), made("gone_from_the_suite")});
  write_older("made_up-ds.json", {made("c")});
  write("part/made_up.json", {made("b"), made("c")});
  const std::string words = record_partly({"part"});
  EXPECT_EQ(variants(kUnfinished), (Names{"b", "c"}));
  EXPECT_EQ(variants("made_up.json"), (Names{"a", "gone_from_the_suite"}));
  EXPECT_FALSE(fs::exists(folder_ / "results/made_up-ds.json"));
  expect_sound();
  for (const char* line :
       {"made_up-0123456789ab.json: 2 runs, 2 of them new, commit 0123",
        "made_up.json: 1 run taken out, 2 left\n", "made_up-ds.json, whose runs"})
    EXPECT_NE((words + "\n").find(line), std::string::npos) << words;
}

TEST_F(RecordPartly, LeavesOtherPapersAndOtherFilesAlone) {
  write_older("other.json", {made("a")});
  Result other = result::read_result(folder_ / "results/other.json");
  other.paper = "other";
  result::write_result(folder_ / "results/other.json", other);
  result::write_durably(folder_ / "results/counters.json", "{\"schema\": \"tycho-counters/1\"}");
  write("part/made_up.json", {made("a")});
  record_partly({"part"});
  EXPECT_EQ(variants("other.json"), Names{"a"});
  EXPECT_TRUE(fs::exists(folder_ / "results/counters.json"));
}

TEST_F(RecordPartly, JoinsALaterSittingToThoseBefore) {
  write("first/made_up.json", {made("a"), not_made("b")});
  write("second/made_up.json", {made("b"), made("c")});
  record_partly({"first"});
  EXPECT_EQ(variants(kUnfinished), (Names{"a", "b!"}));
  const std::string words = record_partly({"second"});
  EXPECT_EQ(variants(kUnfinished), (Names{"a", "b", "c"}));
  EXPECT_NE(words.find("3 runs, 2 of them new"), std::string::npos) << words;
}

TEST_F(RecordPartly, LeavesARunWhereItWasMadeUntilItIsMadeAnew) {
  write_older("made_up.json", {made("a"), made("b"), not_made("c")});
  write("part/made_up.json", {made("a"), not_made("b"), not_made("c")});
  const std::string words = record_partly({"part"});
  EXPECT_EQ(variants(kUnfinished), (Names{"a", "c!"}));
  EXPECT_EQ(variants("made_up.json"), Names{"b"});
  EXPECT_NE(words.find("1 run was not made and stay"), std::string::npos) << words;
  write("later/made_up.json", {made("b")});
  record_partly({"later"});
  EXPECT_EQ(variants(kUnfinished), (Names{"a", "c!", "b"}));
  EXPECT_FALSE(fs::exists(folder_ / "results/made_up.json"));
}

TEST_F(RecordPartly, RecordsNothingOfAPartThatMadeNothing) {
  write_older("made_up.json", {made("a")});
  write("part/made_up.json", {not_made("a", result::Status::kFailed)});
  const std::string words = record_partly({"part"});
  EXPECT_TRUE(words.starts_with("recorded nothing of made_up")) << words;
  EXPECT_FALSE(fs::exists(folder_ / "results" / kUnfinished));
  EXPECT_EQ(variants("made_up.json"), Names{"a"});
}

TEST_F(RecordPartly, RefusesARunThatWasMeasuredTwiceUnlessToldToReplace) {
  write("first/made_up.json", {made("a"), made("b")});
  record_partly({"first"});
  record_partly({"first"});  // the very same is no second time
  write("again/made_up.json", {made("a", "2001-02-03T05:00:00Z")});
  const std::string why = refused({"again"});
  EXPECT_NE(why.find("made_up-0123456789ab.json: holds the run 'made_up/case/n=257/a' of this "
                     "commit, started 2001-02-03T04:05:06Z"),
            std::string::npos)
      << why;
  EXPECT_NE(why.find("leave the part out, or say --replace"), std::string::npos) << why;
  record_partly({"again"}, true);
  EXPECT_EQ(variants(kUnfinished), (Names{"b", "a"}));
  EXPECT_EQ(result::read_result(folder_ / "results" / kUnfinished).runs[1].started,
            "2001-02-03T05:00:00Z");
}

TEST_F(RecordPartly, RefusesToReplaceWhatWasMeasuredLaterAtAnotherCommit) {
  write_older("made_up.json", {made("a", "2002-01-01T00:00:00Z")});
  write("part/made_up.json", {made("a")});
  const std::string why = refused({"part"});
  EXPECT_NE(why.find("made_up.json: holds the run 'made_up/case/n=257/a' of ba9876543210, started "
                     "2002-01-01T00:00:00Z"),
            std::string::npos)
      << why;
  EXPECT_EQ(variants("made_up.json"), Names{"a"});
  EXPECT_FALSE(fs::exists(folder_ / "results" / kUnfinished));
}

TEST_F(RecordPartly, RefusesWhatRecordRefuses) {
  write("dirty/made_up.json", {made("a")}, "0123456789ab-dirty");
  EXPECT_NE(refused({"dirty"}).find("changes that are not committed"), std::string::npos);
  write("one/made_up.json", {made("a")});
  write("two/made_up.json", {made("b")}, "ba9876543210");
  EXPECT_NE(refused({"one", "two"}).find("its commit is \"ba9876543210\""), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "results"));
}

// A link of this name is refused, so that the call ends where a kill might have ended it.
TEST_F(RecordPartly, LosesNothingWhereItIsBrokenOffAndIsCompletedByTheSameCall) {
  write_older("made_up-1.json", {made("a"), made("x")});
  write_older("made_up-2.json", {made("b"), made("y")});
  write("part/made_up.json", {made("a"), made("b")});
  for (const char* blocked : {kUnfinished, "made_up-1.json", "made_up-2.json"}) {
    const fs::path link = folder_ / ("results/" + std::string(blocked) + ".part");
    fs::create_symlink("nowhere", link);
    EXPECT_THROW(record_partly({"part"}), result::WriteError) << blocked;
    fs::remove(link);
    std::set<std::string> everywhere;
    for (const char* file : {kUnfinished, "made_up-1.json", "made_up-2.json"})
      for (const std::string& variant : variants(file)) everywhere.insert(variant);
    EXPECT_EQ(everywhere, (std::set<std::string>{"a", "b", "x", "y"})) << blocked;
  }
  record_partly({"part"});
  EXPECT_EQ(variants(kUnfinished), (Names{"a", "b"}));
  EXPECT_EQ(variants("made_up-1.json"), Names{"x"});
  EXPECT_EQ(variants("made_up-2.json"), Names{"y"});
  expect_sound();
}

TEST_F(RecordPartly, IsEndedByRecord) {
  write("first/made_up.json", {made("a"), not_made("b")});
  record_partly({"first"});
  write("last/made_up.json", {made("b")});
  record_partly({"last"});  // it makes no difference
  verify::record(recording({"last"}));
  EXPECT_EQ(variants("made_up.json"), (Names{"a", "b"}));
  EXPECT_FALSE(fs::exists(folder_ / "results" / kUnfinished)) << "its runs stand in the one file";
}

TEST_F(RecordPartly, IsEndedOnceNoOlderFileIsInTheWay) {
  write_older("made_up.json", {made("a"), made("no_more")});
  write_older("made_up-ds.json", {made("never_again")});
  write("part/made_up.json", {made("a")});
  record_partly({"part"});
  std::string why;
  try {
    verify::record(recording({"part"}));
  } catch (const UsageError& error) {
    why = error.what();
  }
  for (const char* words :
       {"made_up-ds.json: holds runs of made_up already, of commit ba9876543210: 1, of which the "
        "parts lack 1, such as 'made_up/case/n=257/never_again'",
        "made_up.json: holds runs of made_up already", "name it as a part, or remove it"})
    EXPECT_NE(why.find(words), std::string::npos) << why;
}

TEST_F(RecordPartly, KnowsARunByItsNameOfTodayAndLeavesTheOthersTheirsOfThatDay) {
  const auto swept = [](const std::string& name, double value) {
    RunRecord run = made("gpu");
    run.id += "/" + name + "=" + std::to_string(static_cast<int>(value));
    run.settings = {{"precision", "fp32"}, {name, value}};
    run.sweep = {{name, value}};
    return run;
  };
  write_older("made_up.json", {swept("block", 64), swept("block", 128)});
  std::string text = result::read_text(folder_ / "results/made_up.json");
  text.replace(text.find("tycho-result/2"), 14, "tycho-result/1");
  result::write_durably(folder_ / "results/made_up.json", text);
  write("part/made_up.json", {swept("threads_per_block", 128)});
  record_partly({"part"});
  const nlohmann::json left = result::parse_json_file(folder_ / "results/made_up.json");
  EXPECT_EQ(left.at("schema"), "tycho-result/1");
  ASSERT_EQ(left.at("runs").size(), 1u);
  EXPECT_EQ(left.at("runs")[0].at("id"), "made_up/case/n=257/gpu/block=64");
  EXPECT_EQ(left.at("runs")[0].at("settings").at("block"), 64);
  expect_sound();
}

// What stays of a recorded file stays to the byte.
TEST_F(RecordPartly, LeavesTheOtherRunsOfRecordedFilesAsTheyStand) {
  const fs::path folder = TYCHO_SOURCE_DIR "/results/neoverse-v1";
  const fs::path file = folder / "bertinelli2025.json";
  const nlohmann::json before = result::parse_json_file(file);
  const Result whole = result::read_result(file);
  fs::create_directories(folder_ / "results");
  fs::copy(file, folder_ / "results/bertinelli2025.json");
  Result part = whole;
  part.provenance.build.commit = "0123456789ab";
  part.runs.assign(whole.runs.begin() + 3, whole.runs.begin() + 8);
  std::erase_if(part.runs, [](const RunRecord& run) { return !run.ok(); });
  ASSERT_FALSE(part.runs.empty());
  fs::create_directories(folder_ / "part");
  result::write_result(folder_ / "part/bertinelli2025.json", part);
  record_partly({"part"});

  const nlohmann::json after = result::parse_json_file(folder_ / "results/bertinelli2025.json");
  std::set<std::string> gone;
  for (const RunRecord& run : part.runs) gone.insert(run.id);
  nlohmann::json left = nlohmann::json::array();
  for (std::size_t k = 0; k < whole.runs.size(); ++k)
    if (!gone.count(whole.runs[k].id)) left.push_back(before.at("runs").at(k));
  EXPECT_EQ(after.at("runs"), left);
  for (const char* key : {"schema", "suite", "provenance"})
    EXPECT_EQ(after.at(key), before.at(key)) << key;
  EXPECT_TRUE(verify::verify(folder_ / "results/bertinelli2025.json").empty());
}

}  // namespace
}  // namespace tycho::verify
