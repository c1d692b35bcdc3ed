#include "harness/measure/phase_times.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace tycho {
namespace {

void pass(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(PhaseTimes, PassesProgressOnAsItWasTold) {
  std::vector<std::string> told;
  const measure::Progress progress = [&](const std::string& phase, double) {
    told.push_back(phase);
  };
  measure::PhaseTimes times(progress);
  times.tell("replaying force", 0.9);
  times.tell("replaying drift", 0.9);
  EXPECT_EQ(told, (std::vector<std::string>{"replaying force", "replaying drift"}));
}

TEST(PhaseTimes, CountsAPhaseAsOftenAsItIsEnteredAndWhateverItsStage) {
  const measure::Progress nobody = [](const std::string&, double) {};
  measure::PhaseTimes times(nobody);
  times.tell("evolving", 0);
  pass(20);
  times.tell("checking", 0);
  times.tell("checking: steps of the reference", 0.5);
  pass(5);
  times.tell("checking momentum", 0.5);
  times.tell("evolving", 0.5);
  pass(20);
  times.tell("replaying force", 0.9);
  pass(10);
  times.tell("replaying drift", 0.9);
  pass(10);
  const auto spent = times.spent();
  ASSERT_EQ(spent.size(), 3u);
  EXPECT_GE(spent.at("evolving"), 0.040);
  EXPECT_GE(spent.at("checking"), 0.005);
  EXPECT_GE(spent.at("replaying"), 0.020);
  EXPECT_GT(spent.at("evolving"), spent.at("checking"));
}

TEST(PhaseTimes, LeavesOutWhatHardlyTookAnyTime) {
  const measure::Progress nobody = [](const std::string&, double) {};
  measure::PhaseTimes times(nobody);
  times.tell("loading", 0);
  times.tell("evolving", 0);
  pass(200);
  EXPECT_EQ(times.spent().size(), 1u) << "only the phase that took the 200 ms";
}

}  // namespace
}  // namespace tycho
