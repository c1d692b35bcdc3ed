// What docs/compare.md promises in every kind of noise that a machine may have: at most two
// comparisons in a hundred raise an alarm where nothing changed, and nine in ten find 5%.
#include "tests/alarms/noises.hpp"

#include <gtest/gtest.h>

#include <iostream>

#include "harness/compare/compare.hpp"

namespace tycho::compare {
namespace {

using noises::Noise;
using noises::Shape;
using noises::Simulation;

bool alarmed(const Comparison& found) {
  return found.count(Verdict::kSlower) + found.count(Verdict::kFaster) > 0;
}

// Of a hundred comparisons of a campaign with itself.
double alarms(const Shape& shape, const Noise& noise, int pairs = 500) {
  int raised = 0;
  for (int i = 0; i < pairs; ++i) {
    Simulation machine(shape, noise, static_cast<std::uint64_t>(i + 1));
    const Side base = machine.baseline();
    raised += alarmed(compare(base, machine.measured(), {}));
  }
  std::cout << "  " << raised << " of " << pairs << " raised an alarm\n";
  return 100.0 * raised / pairs;
}

// Of a hundred campaigns in which one stage takes 5% longer.
double found(const Shape& shape, const Noise& noise, int pairs = 500) {
  int slower = 0;
  for (int i = 0; i < pairs; ++i) {
    Simulation machine(shape, noise, static_cast<std::uint64_t>(i + 1));
    const Side base = machine.baseline();
    Side fresh = machine.measured();
    noises::plant(fresh);
    for (const Row& row : compare(base, fresh, {}).rows)
      slower += row.run == "made_up/case/n=0/v" && row.what == noises::kStages[0] &&
                row.verdict == Verdict::kSlower;
  }
  std::cout << "  " << slower << " of " << pairs << " found\n";
  return 100.0 * slower / pairs;
}

Shape on_cpu(int runs) {
  return {.runs = runs, .processes = 3, .backend = "cpu", .method = "clock", .samples = 20};
}

TEST(NoiseOfProcesses, OfOnePercentRaisesNoAlarm) {
  EXPECT_LE(alarms({}, {.process = 0.01}), 2);
  EXPECT_LE(alarms({}, {.process = 0.01, .whole_run = true}), 2);
}
TEST(NoiseOfProcesses, OfTwoPercentRaisesNoAlarm) {
  EXPECT_LE(alarms({}, {.process = 0.02}), 2);
  EXPECT_LE(alarms({}, {.process = 0.02, .whole_run = true}), 2);
}
TEST(NoiseOfProcesses, OnTheCpuRaisesNoAlarm) {
  for (const double process : {0.02, 0.03, 0.05}) {
    EXPECT_LE(alarms(on_cpu(4), {.process = process}), 2) << process;
    EXPECT_LE(alarms(on_cpu(4), {.process = process, .whole_run = true}), 2) << process;
  }
}
TEST(NoiseOfProcesses, InSixtyRunsRaisesNoAlarm) {
  for (const double process : {0.02, 0.05})
    EXPECT_LE(alarms(on_cpu(60), {.process = process}, 100), 2) << process;
}
TEST(NoiseOfSamples, ThatResembleTheirNeighboursRaisesNoAlarm) {
  EXPECT_LE(alarms({}, {.correlated = 0.03}), 2);
  EXPECT_LE(alarms({.processes = 3}, {.correlated = 0.03}), 2);
}
TEST(NoiseOfSamples, InTwoModesThatLastRaisesNoAlarm) {
  EXPECT_LE(alarms({}, {.modes = 0.08}), 2);
  EXPECT_LE(alarms({.processes = 3}, {.modes = 0.08}), 2);
}
TEST(NoiseOfSamples, ThatDriftRaisesNoAlarm) {
  for (const double drift : {0.04, 0.1}) EXPECT_LE(alarms({}, {.drift = drift}), 2) << drift;
  EXPECT_LE(alarms({}, {.own_drift = 0.05}), 2);
  EXPECT_LE(alarms({.processes = 3}, {.own_drift = 0.05}), 2);
}

// One process a side, and a spread that is known from what was promoted before.
TEST(NoiseOfProcesses, ThatIsKnownRaisesNoAlarm) {
  for (const double process : {0.001, 0.01, 0.02, 0.05}) {
    Shape shape = on_cpu(4);
    shape.promotions = 3;
    shape.processes = 1;
    EXPECT_LE(alarms(shape, {.process = process}), 2) << process;
    EXPECT_LE(alarms(shape, {.process = process, .whole_run = true}), 2) << process;
  }
}

// An evolution's step is its mean, and its windows say little against a change of it.
TEST(NoiseOfEvolutions, RaisesNoAlarm) {
  const Shape one{.way = true}, three{.processes = 3, .way = true};
  for (const Shape& shape : {one, three})
    for (const Noise& noise :
         {Noise{.process = 0.01}, Noise{.process = 0.02, .whole_run = true},
          Noise{.correlated = 0.03}, Noise{.modes = 0.08}, Noise{.own_drift = 0.05}})
      EXPECT_LE(alarms(shape, noise), 2) << shape.processes;
  for (const double drift : {0.04, 0.1}) EXPECT_LE(alarms(one, {.drift = drift}), 2) << drift;
  for (const double process : {0.02, 0.05}) {
    Shape shape = on_cpu(4);
    shape.way = true;
    EXPECT_LE(alarms(shape, {.process = process}), 2) << process;
    shape.promotions = 3;
    shape.processes = 1;
    EXPECT_LE(alarms(shape, {.process = process}), 2) << process;
  }
}

// Rows that are not alike: each run has a spread of its own.
TEST(NoiseOfProcesses, ThatDiffersFromRunToRunRaisesNoAlarm) {
  EXPECT_LE(alarms(on_cpu(4), {.process = 0.03, .unequal = 1}), 2);
  EXPECT_LE(alarms(on_cpu(30), {.process = 0.03, .unequal = 1}, 100), 2);
}

// A record a side, of three visits, each of which is a process.
Shape visited(int runs) {
  return {.runs = runs, .visits = 3, .backend = "cpu", .method = "clock", .samples = 7};
}

TEST(NoiseOfVisits, RaisesNoAlarm) {
  for (const double process : {0.01, 0.02, 0.03, 0.05}) {
    EXPECT_LE(alarms(visited(4), {.process = process}), 2) << process;
    EXPECT_LE(alarms(visited(4), {.process = process, .whole_run = true}), 2) << process;
  }
  EXPECT_LE(alarms(visited(60), {.process = 0.03}, 100), 2);
}
TEST(NoiseOfVisits, WithNeighboursRaisesNoAlarm) {
  for (const double disturbed : {0.1, 0.3, 0.5})
    EXPECT_LE(alarms(visited(4), {.process = 0.01, .disturbed = disturbed}), 2) << disturbed;
}
TEST(NoiseOfVisits, ThatIsKnownRaisesNoAlarm) {
  Shape shape = visited(4);
  shape.promotions = 3;
  for (const double process : {0.01, 0.03})
    EXPECT_LE(alarms(shape, {.process = process, .disturbed = 0.1}), 2) << process;
}

// Visits that count agree within 5% whatever processes differ by, so that they alone look quieter
// than the machine is. The promise hangs on those that were left out.
TEST(NoiseOfVisits, WithoutThoseLeftOutWouldRaiseAlarms) {
  const auto forget = [](Side side) {
    for (Measurement& measurement : side.measurements)
      for (result::RunRecord& run : measurement.results.front().runs) {
        run.timing->step_s.left_out.reset();
        for (auto& [name, stage] : run.timing->stages) stage.step_s.left_out.reset();
      }
    return side;
  };
  for (const bool whole_run : {false, true}) {
    const int pairs = 500;
    int raised = 0;
    for (int i = 0; i < pairs; ++i) {
      Simulation machine(visited(4), {.process = 0.03, .whole_run = whole_run},
                         static_cast<std::uint64_t>(i + 1));
      const Side base = machine.baseline(), fresh = machine.measured();
      raised += alarmed(compare(forget(base), forget(fresh), {}));
    }
    std::cout << "  " << raised << " of " << pairs << " raised an alarm\n";
    EXPECT_GT(100.0 * raised / pairs, 2) << whole_run;
  }
}

TEST(Slowdown, OfFivePercentIsFoundByThreeVisitsASide) {
  for (const bool whole_run : {false, true}) {
    Shape shape = visited(4);
    shape.promotions = 3;
    EXPECT_GE(found(shape, {.process = 0.01, .whole_run = whole_run}, 300), 90);
    EXPECT_GE(found(visited(4), {.process = 0.005, .whole_run = whole_run}, 300), 90);
  }
}

TEST(Slowdown, OfFivePercentIsFoundByThreeProcessesASide) {
  for (const int runs : {1, 4, 20})
    for (const bool whole_run : {false, true}) {
      Shape shape = on_cpu(runs);
      shape.promotions = 3;
      const int pairs = runs > 10 ? 100 : 300;
      EXPECT_GE(found(shape, {.process = 0.01, .whole_run = whole_run}, pairs), 90) << runs;
      EXPECT_GE(found(shape, {.process = 0.005, .whole_run = whole_run}, pairs), 98) << runs;
    }
}

TEST(Slowdown, OfFivePercentIsFoundInAStageOfAnEvolution) {
  Shape shape = on_cpu(4);
  shape.way = true;
  shape.promotions = 3;
  EXPECT_GE(found(shape, {.process = 0.01}, 300), 90);
}

// Without a history other runs have to tell what processes differ by; a single run, its own three.
TEST(Slowdown, OfFivePercentIsFoundByThreeProcessesASideWithoutAHistory) {
  for (const bool whole_run : {false, true}) {
    EXPECT_GE(found(on_cpu(4), {.process = 0.01, .whole_run = whole_run}, 300), 75);
    EXPECT_GE(found(on_cpu(20), {.process = 0.01, .whole_run = whole_run}, 100), 80);
    EXPECT_GE(found(on_cpu(4), {.process = 0.005, .whole_run = whole_run}, 300), 98);
    EXPECT_GE(found(on_cpu(1), {.process = 0.003, .whole_run = whole_run}, 300), 90);
  }
}

}  // namespace
}  // namespace tycho::compare
