// What `tycho run` says into a file: a line for every finished run, and lines of a long one on its
// way.
#include "harness/campaign/display.hpp"

#include <gtest/gtest.h>

#include <sstream>

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

}  // namespace
}  // namespace tycho::campaign
