// A result against the case it names: what was loosened, dropped or made up in the result is found.
#include "harness/verify/against_cases.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "core/known_contracts.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/case/plan.hpp"
#include "harness/checks/check.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/verify/former_counts.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/case_file.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/recorded_results.hpp"

namespace tycho::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using result::RunRecord;

std::vector<const Contract*> contracts() {
  return {known_contracts().begin(), known_contracts().end()};
}

/// A folder of one case, in a repository of its own where `git` is there.
class AgainstCasesTest : public ::testing::Test {
 protected:
  AgainstCasesTest() { write_case(testing::sound_case()); }

  void write_case(const json& content) {
    fs::create_directories(folder_ / "someone2025");
    result::write_durably(folder_ / "someone2025/fig1.json", content.dump());
  }
  /// Empty where there is no git.
  std::string commit() const {
    const std::string git = "git -C '" + folder_.path().string() +
                            "' -c user.name=n -c user.email=e -c commit.gpgsign=false ";
    const std::string out = (folder_ / "hash").string();
    if (std::system((git + "init -q >/dev/null 2>&1 && " + git + "add someone2025 && " + git +
                     "commit -qm m && " + git + "rev-parse HEAD >" + out)
                        .c_str()) != 0)
      return "";
    return result::read_text(out).substr(0, 12);
  }
  cases::Case read() const {
    return cases::read_case(folder_ / "someone2025/fig1.json", known_contracts());
  }
  /// The first run of the case in the suite `quick`, as it would be recorded.
  result::Result sound() const {
    const cases::Case origin = read();
    const auto runs = cases::plan({&origin, 1}, known_contracts(), {});
    const cases::RunSpec& planned = runs.front();
    RunRecord run{campaign::describe(planned), {}, "2001-02-03T04:05:06Z", 1};
    result::TimingRecord& timing = run.timing.emplace();
    timing.steps_requested = planned.steps;
    timing.repeats_requested = planned.repeats;
    const Contract& contract = planned.settings.contract();
    for (std::size_t s = 0; s < contract.stages.size(); ++s) {
      const Work work = contract.work(static_cast<int>(s), planned.settings, planned.particles);
      result::StageRecord& stage = timing.stages[std::string(contract.stages[s].id)];
      stage.flops = work.flops;
      stage.bytes = work.bytes;
    }
    timing.throughput.emplace().count =
        contract.throughput(planned.settings, planned.particles).count;
    run.checks.emplace();
    for (const terms::CheckSpec& spec : origin.checks)
      if (checks::applies(spec, run.variant, run.n))
        run.checks->push_back({spec.name, 0.5 * spec.limit, spec.limit, true, spec.reason, {}});
    result::Result made = made_up::result({run});
    made.paper = "someone2025";
    made.provenance.build.commit = commit_;
    return made;
  }
  AgainstCases held(const result::Result& result) const {
    CaseShelf shelf(folder_.path(), contracts());
    return check_against_cases(result, shelf);
  }
  AgainstCases held(const std::function<void(RunRecord&)>& change) const {
    result::Result result = sound();
    change(result.runs.front());
    return held(result);
  }
  static std::string listed(const Findings& findings) {
    std::string all;
    for (const Finding& finding : findings) all += finding.at + ": " + finding.what + "\n";
    return all;
  }
  void expect_found(const std::string& at, const std::function<void(RunRecord&)>& change) const {
    const std::string findings = listed(held(change).findings);
    EXPECT_NE(findings.find(at + ": "), std::string::npos) << at << " is not among\n" << findings;
  }

  TemporaryFolder folder_;
  std::string commit_ = "unknown";
};

TEST_F(AgainstCasesTest, FindsNothingInASoundResult) {
  const AgainstCases found = held(sound());
  EXPECT_EQ(listed(found.findings), "");
  EXPECT_EQ(listed(found.notes), "");
}

TEST_F(AgainstCasesTest, ExcusesACheckThatWasNotJudgedOnlyInARunThatWasCut) {
  const auto not_judged = [](RunRecord& run) {
    run.checks_not_judged = {{run.checks->front().name, "the run was cut"}};
    run.checks->erase(run.checks->begin());
  };
  const auto findings = [&](const std::function<void(RunRecord&)>& change) {
    return listed(held(change).findings);
  };
  EXPECT_EQ(findings([&](RunRecord& run) {
              not_judged(run);
              run.cut = {4, run.timing->steps_requested, "--budget"};
            }),
            "");
  EXPECT_NE(findings(not_judged).find("of the case is missing"), std::string::npos);
}

TEST_F(AgainstCasesTest, FindsALimitThatWasLoosenedForAValueThatNeedsIt) {
  expect_found("/runs/0/checks/0/limit", [](RunRecord& run) {
    run.checks->front().limit *= 1000;
    run.checks->front().value *= 1000;
  });
}

TEST_F(AgainstCasesTest, FindsWhatWasDroppedOrChanged) {
  expect_found("/runs/0/checks", [](RunRecord& run) { run.checks->erase(run.checks->begin()); });
  expect_found("/runs/0/checks", [](RunRecord& run) { run.checks.reset(); });
  expect_found("/runs/0/settings/dt", [](RunRecord& run) { run.settings["dt"] = 0.5; });
  expect_found("/runs/0/algorithm", [](RunRecord& run) { run.algorithm = "pic"; });
  expect_found("/runs/0/backend", [](RunRecord& run) { run.backend = "cpu"; });
  expect_found("/runs/0/tuned/dt", [](RunRecord& run) {
    run.tuned = {"file.json", {{"dt", 0.5}}};
    run.settings["dt"] = 0.5;
  });
}

TEST_F(AgainstCasesTest, FindsCountsThatAreNotTheContracts) {
  expect_found("/runs/0/timing/throughput/count",
               [](RunRecord& run) { run.timing->throughput->count *= 10; });
  expect_found("/runs/0/timing/stages/force/flops",
               [](RunRecord& run) { *run.timing->stages.at("force").flops *= 10; });
  expect_found("/runs/0/timing/stages/force/bytes",
               [](RunRecord& run) { *run.timing->stages.at("force").bytes *= 10; });
}

// Where nobody knows what the case said when the result was made, what no verdict hangs on is said
// and held against nobody.
TEST_F(AgainstCasesTest, NotesWhatMayHaveBeenSoThen) {
  const auto noted = [&](const std::string& at, const std::function<void(RunRecord&)>& change) {
    const AgainstCases found = held(change);
    EXPECT_EQ(listed(found.findings), "");
    EXPECT_NE(listed(found.notes).find(at + ": "), std::string::npos) << listed(found.notes);
  };
  noted("/runs/0/checks/0/limit", [](RunRecord& run) { run.checks->front().limit *= 1000; });
  noted("/runs/0/checks/0/limit", [](RunRecord& run) { run.checks->front().limit *= 0.75; });
  noted("/runs/0/timing/steps_requested", [](RunRecord& run) { ++run.timing->steps_requested; });
  noted("/runs/0/timing/repeats_requested",
        [](RunRecord& run) { ++run.timing->repeats_requested; });
  noted("/runs/0/id", [](RunRecord& run) { run.id += "/block=1"; });
  noted("/runs/0/label", [](RunRecord& run) { run.label = "CPU, one thread"; });
  noted("/runs/0", [](RunRecord& run) { run.case_name = "fig2"; });
  noted("/runs/0", [](RunRecord& run) { run.case_name = "../someone2025/fig1"; });
}

TEST_F(AgainstCasesTest, FindsEveryDifferenceFromTheCaseOfTheResultsOwnCommit) {
  commit_ = commit();
  if (commit_.empty()) GTEST_SKIP() << "no git here";
  const result::Result result = sound();
  EXPECT_EQ(listed(held(result).findings) + listed(held(result).notes), "");
  // The case becomes stricter, and the result was made before.
  json later = testing::sound_case();
  for (json& check : later["checks"]) check["limit"] = 1e-30;
  later["suites"]["quick"]["steps"] = 77;
  write_case(later);
  EXPECT_EQ(listed(held(result).findings) + listed(held(result).notes), "");
  // A result of before that was loosened is found out all the same.
  const auto loosened = [&](const std::function<void(RunRecord&)>& change) {
    result::Result other = result;
    change(other.runs.front());
    return listed(held(other).findings);
  };
  EXPECT_NE(loosened([](RunRecord& run) {
              run.checks->front().limit *= 1000;
            }).find("/runs/0/checks/0/limit: "),
            std::string::npos);
  EXPECT_NE(loosened([](RunRecord& run) {
              run.checks->front().reason = "because";
            }).find("/runs/0/checks/0/reason: "),
            std::string::npos);
  EXPECT_NE(loosened([](RunRecord& run) {
              ++run.timing->steps_requested;
            }).find("/runs/0/timing/steps_requested: "),
            std::string::npos);
  EXPECT_NE(loosened([](RunRecord& run) { run.id += "/block=1"; }).find("/runs/0/id: "),
            std::string::npos);
  EXPECT_NE(loosened([](RunRecord& run) { run.label += ", twice"; }).find("/runs/0/label: "),
            std::string::npos);
  // Of changes that nobody committed nothing is known.
  result::Result dirty = result;
  dirty.provenance.build.commit += "-dirty";
  ++dirty.runs.front().timing->steps_requested;
  EXPECT_EQ(listed(held(dirty).findings), "");
  EXPECT_NE(listed(held(dirty).notes), "");
}

TEST(FormerCounts, HoldForRunsOfBeforeTheyChanged) {
  const auto counted_otherwise = [](const char* algorithm, const char* stage, const char* started) {
    return former_count(Settings(*find_contract(algorithm), Backend::kCpu), stage, started) !=
           nullptr;
  };
  EXPECT_TRUE(counted_otherwise("barnes_hut", "drift", "2026-11-18T09:59:59Z"));
  EXPECT_FALSE(counted_otherwise("barnes_hut", "drift", "2026-11-18T10:00:00Z"));
  EXPECT_FALSE(counted_otherwise("barnes_hut", "walk", "2026-11-01T00:00:00Z"));
  EXPECT_FALSE(counted_otherwise("tree_pm", "drift", "2026-11-01T00:00:00Z"));
}

// A run whose work was counted then as today is held to its counts, whenever it was made.
TEST(FormerCounts, HoldForTheSettingsThatTheyAreAbout) {
  Settings settings(*find_contract("particle_mesh"), Backend::kCpu);
  const char* const before = "2026-11-18T11:40:18Z";
  EXPECT_EQ(former_count(settings, "poisson", before), nullptr) << "periodic";
  settings.set("boundary", std::string_view("isolated"));
  EXPECT_NE(former_count(settings, "poisson", before), nullptr);
  EXPECT_EQ(former_count(settings, "poisson", "2026-11-19T01:00:00Z"), nullptr);
  EXPECT_EQ(former_count(settings, "density", before), nullptr);
}

TEST(TextAtCommit, AsksForNothingButACommitAndAFile) {
  for (const char* commit : {"", "HEAD", "main", "--help", "-dirty", "unknown", "abc", "0123456 x"})
    EXPECT_FALSE(text_at_commit(TYCHO_SOURCE_DIR "/cases", commit, "bertinelli2025/fig4.json"))
        << commit;
}

// Every recorded result against the cases of its own commit.
TEST(RecordedResults, AreWhatTheirCasesAskedFor) {
  const fs::path source = TYCHO_SOURCE_DIR;
  CaseShelf shelf(source / "cases", contracts());
  for (const fs::path& file : test::recorded_results()) {
    const result::Result result = result::read_result(file);
    const std::string& commit = result.provenance.build.commit;
    const RunRecord& any = result.runs.front();
    if (!shelf.find(any.paper, any.case_name, commit.substr(0, commit.find('-'))).as_then)
      GTEST_SKIP() << "this copy has no history of " << commit;
    std::string all;
    for (const Finding& finding : check_against_cases(result, shelf).findings)
      all += finding.at + ": " + finding.what + "\n";
    EXPECT_EQ(all, "") << file;
  }
}

}  // namespace
}  // namespace tycho::verify
