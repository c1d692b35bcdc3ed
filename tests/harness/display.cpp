// What `tycho run` says into a file: a line for every finished run, and lines of a long one on its
// way.
#include "harness/campaign/display.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <sstream>
#include <thread>

namespace tycho::campaign {
namespace {

TEST(Display, SaysNowAndThenHowFarALongRunIsWhereThereIsNoTerminal) {
  std::ostringstream often, seldom;
  Display at_once(often, false, 2, 7, Seconds(100), Seconds(0));
  Display by_the_minute(seldom, false, 2, 7, Seconds(100));
  for (Display* display : {&at_once, &by_the_minute}) display->progressed("evolving", 0.25);
  EXPECT_EQ(often.str(), "[2/7]   evolving 25%, about 1 min 40 s left\n");
  EXPECT_EQ(seldom.str(), "") << "the run has not gone on for a minute";
}

// 97 s were estimated for a galaxy that took 800 s: it was said to end in 10 s for minutes.
TEST(Display, TrustsTheRateThatAPhaseHasShownMoreThanAnEstimateThatIsTooShort) {
  std::ostringstream said;
  Display display(said, false, 0, 1, Seconds(1), Seconds(0));
  Job job;
  job.estimate = Seconds(1);
  display.started(job);
  display.progressed("verifying", 0.5);
  display.progressed("evolving", 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  said.str("");
  display.progressed("evolving", 0.0001);  // 300 s at least
  EXPECT_NE(said.str().find(" min"), std::string::npos) << said.str();
}

TEST(Display, KeepsTheTimeThatIsLeftOnANarrowTerminal) {
  const ProgressLine line{"[0/4] ", "bertinelli2025/fig4/n=6/cpu-fp64", "evolving",
                          "7%, about 2 min left"};
  EXPECT_EQ(fitted(line, 80),
            "[0/4] bertinelli2025/fig4/n=6/cpu-fp64  evolving 7%, about 2 min left");
  EXPECT_EQ(fitted(line, 69), fitted(line, 80)) << "as long as the line";
  EXPECT_EQ(fitted(line, 60), "[0/4] ...25/fig4/n=6/cpu-fp64  evolving 7%, about 2 min left");
  EXPECT_EQ(fitted(line, 40), "[0/4] .../cpu-fp64  7%, about 2 min left");
  EXPECT_EQ(fitted(line, 26), "[0/4] 7%, about 2 min left");
  EXPECT_EQ(fitted(line, 20), "[0/4] 7%, about 2 mi");
  for (std::size_t columns = 0; columns < 90; ++columns)
    EXPECT_LE(fitted(line, columns).size(), columns);
}

TEST(Display, SaysHowLongTheRunTookWhateverCameAfterIt) {
  std::ostringstream said;
  Display display(said, false, 0, 2, Seconds(100));
  Job job;
  job.description.id = "someone2025/one";
  result::RunRecord record;
  record.status = result::Status::kOk;
  record.wall_s = 40;  // of all visits
  display.started(job);
  display.finished(job, record, Seconds(1.4));
  EXPECT_EQ(said.str(), "[1/2] ok someone2025/one, 1.4 s\n");
}

// Without a GPU a campaign skips hundreds of runs between those that it makes.
TEST(Display, SaysOnceThatRunsInARowWereSkippedForOneReason) {
  std::ostringstream said;
  {
    Display display(said, false, 0, 6, Seconds(100));
    const auto finish = [&](const char* id, result::Status status, const char* reason) {
      Job job;
      job.description.id = id;
      result::RunRecord record;
      record.status = status;
      record.reason = reason;
      display.started(job);
      display.finished(job, record, Seconds(1));
    };
    using enum result::Status;
    finish("a/1", kSkipped, "no GPU");
    finish("a/2", kSkipped, "no GPU");
    finish("a/3", kSkipped, "no MPI");
    finish("a/4", kOk, "");
    finish("a/5", kSkipped, "no MPI");
    finish("a/6", kSkipped, "no MPI");
  }
  EXPECT_EQ(said.str(),
            "[1-2/6] skipped a/1 to a/2: no GPU\n"
            "[3/6] skipped a/3: no MPI\n"
            "[4/6] ok a/4, 1 s\n"
            "[5-6/6] skipped a/5 to a/6: no MPI\n");
}

// The exit code is 1 then, and somebody asks why.
TEST(Display, NamesTheChecksThatDidNotHold) {
  Job job;
  job.description.id = "someone2025/one";
  result::RunRecord record;
  record.checks = {{"momentum", 1e-15, 1e-12, true, "rounding", {}},
                   {"energy_peak", 2e-5, 1e-5, false, "order", {}},
                   {"displacement", std::nan(""), 0.5, false, "order", {}}};
  const std::string wrong =
      "energy_peak did not hold (2e-05, limit 1e-05); displacement did not hold (nan, limit 0.5)\n";
  for (const bool terminal : {false, true}) {
    std::ostringstream said;
    Display display(said, terminal, 0, 2, Seconds(100));
    display.started(job);
    display.finished(job, record, Seconds(1.4));
    EXPECT_NE(
        said.str().find("ok someone2025/one" + std::string(terminal ? "; " : ", 1.4 s; ") + wrong),
        std::string::npos)
        << said.str();
  }
}

TEST(Display, SaysWhereARunWasCutAndWhatWasNotJudged) {
  Job job;
  job.description.id = "someone2025/one";
  result::RunRecord record;
  record.cut = {40, 96, "the suite's 120 s"};
  record.checks = {{"momentum", 1, 0.5, false, "rounding", {}}};
  record.checks_not_judged = {{"growth_rate", "why"}, {"return_to_start", "why"}};
  for (const bool terminal : {false, true}) {
    std::ostringstream said;
    Display display(said, terminal, 0, 1, Seconds(100));
    display.started(job);
    display.finished(job, record, Seconds(125));
    EXPECT_NE(said.str().find("ok someone2025/one" + std::string(terminal ? "" : ", 2 min 5 s") +
                              ", cut at step 40 of 96 by the suite's 120 s; growth_rate, "
                              "return_to_start were not judged; momentum did not hold"),
              std::string::npos)
        << said.str();
  }
}

}  // namespace
}  // namespace tycho::campaign
