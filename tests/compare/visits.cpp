// Times that several processes measured: each process counts once, whatever file holds it.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "harness/compare/compare.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::compared;
using made_up::measured;
using made_up::row_of;
using made_up::RunRecord;
using made_up::side;

TEST(Compare, CountsAProcessOnceHoweverOftenItsFileIsNamed) {
  const RunRecord fast = measured(), slow = measured(1.05);
  const Comparison found =
      compare::compare(side({{fast}, {fast}, {fast}}), side({{slow}, {slow}, {slow}}), {});
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_EQ(row_of(found, "force").timed->base_processes, 1);
}

// A record on the CPU that several processes measured, each beside the others by such a factor.
RunRecord visited(double force, const std::vector<double>& counted,
                  const std::vector<double>& left_out = {}) {
  RunRecord made = measured(force, 0.001, 42, "clock", "cpu");
  const auto join = [&](result::Statistics& times) {
    const double middle = times.median;
    const std::size_t each = times.samples.size() / counted.size();
    for (std::size_t i = 0; i < times.samples.size(); ++i)
      times.samples[i] *= counted[std::min(i / each, counted.size() - 1)];
    times.visits.emplace();
    for (const double factor : counted) times.visits->push_back(factor * middle);
    if (left_out.empty()) return;
    times.left_out.emplace();
    for (const double factor : left_out) times.left_out->push_back(factor * middle);
  };
  join(made.timing->step_s);
  for (auto& [name, stage] : made.timing->stages) join(stage.step_s);
  made.timing->visits = std::ssize(counted) + std::ssize(left_out);
  return made;
}

TEST(Compare, CountsEachVisitAsAProcess) {
  const Comparison found = compared(visited(1, {0.998, 1, 1.002}), visited(1.1, {1.002, 1, 0.998}));
  const Row force = row_of(found, "force");
  EXPECT_EQ(force.verdict, Verdict::kSlower) << force.reason;
  EXPECT_EQ(force.timed->base_processes, 3);
  EXPECT_EQ(force.timed->degrees_of_freedom, 4);
  EXPECT_NEAR(*force.timed->spread, 0.002, 1e-4);
}

// They were left out because of their times, so the others are closer than processes are.
TEST(Compare, LearnsTheSpreadFromVisitsThatWereLeftOutToo) {
  const Comparison found =
      compared(visited(1, {0.998, 1, 1.002}, {1.2}), visited(1.1, {1.002, 1, 0.998}, {1.3}));
  const Row force = row_of(found, "force");
  EXPECT_NEAR(force.timed->change, 0.1, 0.001) << "of those that count";
  EXPECT_EQ(force.timed->base_processes, 3);
  EXPECT_EQ(force.timed->degrees_of_freedom, 6);
  EXPECT_EQ(force.verdict, Verdict::kAmbiguous);
}

// From one process to the next is no drift.
TEST(Compare, SeesNoDriftFromVisitToVisit) {
  const std::vector<double> rising{0.98, 0.981, 0.982, 1.018, 1.019, 1.02};
  const Comparison found = compared(visited(1, rising), visited(1.09, rising));
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kSlower) << row_of(found, "force").reason;
}

}  // namespace
}  // namespace tycho::compare
