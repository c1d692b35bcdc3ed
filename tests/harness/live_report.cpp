// `tycho run --report`: where the page will be is said first, and it is there before the campaign
// ends.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include "harness/cli/exit_code.hpp"
#include "harness/result/durable_file.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;

// A case of a paper of its own, on the CPU: steps of a step each.
void write_case(const fs::path& folder, const std::string& paper, long steps, int visits = 1) {
  fs::create_directories(folder / paper);
  std::ofstream(folder / paper / "one.json")
      << R"({"schema": "tycho-case/1", "paper": ")" << paper << R"(", "name": "one", "title": "t",
    "algorithm": "all_pairs", "initial": {"kind": "plummer", "seed": 1},
    "settings": {"dt": 1e-6, "softening": 0.01},
    "variants": [{"name": "cpu", "label": "CPU", "backend": "cpu", "threads": 1}],
    "suites": {"smoke": {"sizes": [{"n": 64}, {"n": 256}], "steps": )"
      << steps << R"(, "repeats": 1, "visits": )" << visits << R"(}},
    "measure": "timing",
    "checks": [{"check": "momentum", "limit": 1e-3, "reason": "opposite forces"}]})";
}

class LiveReport : public ::testing::Test {
 protected:
  LiveReport() {
    fs::create_directories(folder_ / "cases" / "published");
    write_case(folder_ / "cases", "first2001", 2);
  }
  ~LiveReport() override {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }
  void start(const std::string& place = "report", const std::vector<std::string>& more = {},
             const std::string& campaign = "c") {
    const std::string cases = folder_ / "cases", out = folder_ / campaign, report = folder_ / place;
    child_ = fork();
    if (child_ != 0) return;
    // Quiet, and with a file for what it says.
    (void)!freopen((folder_ / "said").c_str(), "w", stdout);
    (void)!freopen("/dev/null", "w", stderr);
    (void)!chdir(folder_.path().c_str());
    std::vector<std::string> words{TYCHO_PROGRAM, "run",   "all", "--suite",  "smoke", "--cases",
                                   cases,         "--out", out,   "--report", report};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(TYCHO_PROGRAM, argv.data());
    _exit(99);
  }
  int wait() {
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Whether it comes to hold within a minute.
  template <typename Condition>
  static bool comes(const Condition& condition) {
    for (int tenth = 0; tenth < 600 && !condition(); ++tenth)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return condition();
  }
  std::string page() const {
    const fs::path file = folder_ / "report" / "index.html";
    return fs::exists(file) ? result::read_text(file) : "";
  }

  TemporaryFolder folder_;
  pid_t child_ = 0;
};

TEST_F(LiveReport, SaysFirstWhereThePageWillBeAndWritesItWhole) {
  start();
  EXPECT_EQ(wait(), 0);
  const std::string said = result::read_text(folder_ / "said");
  EXPECT_EQ(said.rfind("report: " + (folder_ / "report/index.html").string(), 0), 0u) << said;
  EXPECT_NE(page().find("first2001"), std::string::npos);
  EXPECT_EQ(page().find("Not complete"), std::string::npos);
}

TEST_F(LiveReport, HasAPaperOnThePageAsSoonAsItIsFinished) {
  write_case(folder_ / "cases", "second2002", 1'000'000'000);  // which does not end by itself
  start();
  EXPECT_TRUE(comes([&] { return page().find("2 of 4 runs so far") != std::string::npos; }));
  EXPECT_EQ(waitpid(child_, nullptr, WNOHANG), 0) << "the campaign has ended";
  EXPECT_NE(page().find("first2001"), std::string::npos);
}

// The runs of first2001 are skipped in the first of three visits, and the other two are left out.
TEST_F(LiveReport, HasAPaperWhoseLaterVisitsAreLeftOutAsSoonAsNoneIsLeft) {
  write_case(folder_ / "cases", "first2001", 2, 3);
  write_case(folder_ / "cases", "second2002", 1'000'000'000);  // which does not end by itself
  fs::create_directories(folder_ / "c");
  std::ofstream(folder_ / "c" / "someone2025.json") << "without which the library would run";
  start("report",
        {"--implementation", TYCHO_GONE_LATER, "--only", "first2001/*/gone-later-it", "--only",
         "second2002/*/cpu"},
        "campaign");
  EXPECT_TRUE(comes([&] { return page().find("2 of 4 runs so far") != std::string::npos; }))
      << page().substr(0, page().find("runs so far"));
  EXPECT_EQ(waitpid(child_, nullptr, WNOHANG), 0) << "the campaign has ended";
}

TEST_F(LiveReport, MayLieInTheCampaignsOwnFolder) {
  start("c/report");
  EXPECT_EQ(wait(), cli::kOk);
  EXPECT_TRUE(fs::exists(folder_ / "c" / "report" / "index.html"));
}

TEST_F(LiveReport, WhoseFolderCannotBeWrittenIsRefusedBeforeAnythingIsRun) {
  std::ofstream(folder_ / "report") << "a file where the folder would be";
  start();
  EXPECT_EQ(wait(), cli::kCannotWrite);
  EXPECT_FALSE(fs::exists(folder_ / "c"));
}

TEST_F(LiveReport, ThatCannotBeWrittenLeavesTheCampaignAloneAndIsToldByTheExitCode) {
  fs::create_directories(folder_ / "report" / "index.html" / "a folder where the page would be");
  start();
  EXPECT_EQ(wait(), cli::kCannotWrite);
  const std::string said = result::read_text(folder_ / "said");
  EXPECT_NE(said.find("2 runs: 2 ok"), std::string::npos) << said;
  EXPECT_TRUE(fs::exists(folder_ / "c" / "first2001.json"));
}

}  // namespace
}  // namespace tycho
