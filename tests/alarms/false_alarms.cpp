// The promise of a regression test: quiet where nothing changed, loud where something did.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "harness/compare/compare.hpp"
#include "tests/alarms/remeasured.hpp"

namespace tycho::compare {
namespace {

using remeasured::Remeasure;
using result::Result;
using result::RunRecord;

Result recorded(const std::string& paper) {
  Result result = result::read_result(TYCHO_SOURCE_DIR "/results/nvidia-h200/" + paper + ".json");
  for (RunRecord& run : result.runs) run.series.reset();  // large, and not compared
  return result;
}

const std::vector<result::Result>& campaign() {
  static const std::vector<result::Result> all{recorded("aubert2009"), recorded("bertinelli2025"),
                                               recorded("decyk2009")};
  return all;
}

// Campaigns in which each side is measured three times take three times as long: a test makes 20 of
// them, the proof in docs/compare.md 50 (TYCHO_PROOF=1).
int of_three() { return std::getenv("TYCHO_PROOF") ? 50 : 20; }

// The campaign measured some times, again and again.
Side simulated(int sessions) {
  return {std::vector<Measurement>(static_cast<std::size_t>(sessions), {"simulated", campaign()}),
          {}};
}

void measure(Side& side, std::uint64_t seed) {
  seed *= 1000;
  for (Measurement& measurement : side.measurements) {
    Remeasure again(seed++);
    for (std::size_t r = 0; r < measurement.results.size(); ++r)
      again(campaign()[r], measurement.results[r]);
  }
}

// What was promoted before: twice, three processes each time.
std::vector<PastPromotion> past() {
  std::vector<PastPromotion> promotions;
  for (const std::uint64_t seed : {900001u, 900002u}) {
    Side before = simulated(3);
    measure(before, seed);
    for (std::size_t paper = 0; paper < campaign().size(); ++paper) {
      std::vector<const Result*> together;
      for (const Measurement& measurement : before.measurements)
        together.push_back(&measurement.results[paper]);
      promotions.push_back(remember(together, "2026-11-15"));
    }
  }
  return promotions;
}

bool alarmed(const Comparison& comparison) {
  return comparison.verdict == Verdict::kSlower || comparison.verdict == Verdict::kFaster ||
         comparison.count(Verdict::kFaster) > 0 ||
         comparison.verdict == Verdict::kNumericallyDifferent;
}

void show_alarms(const Comparison& comparison) {
  for (const Row& row : comparison.rows)
    if (row.verdict == Verdict::kSlower || row.verdict == Verdict::kFaster)
      std::cout << "  false: " << row.run << " / " << row.what << ' ' << row.timed->change << '\n';
}

// Each comparison is of the whole recorded campaign, 3415 stages and steps: one wrong row of it
// is an alarm.
int false_alarms(int comparisons, int base_sessions, int new_sessions) {
  int alarms = 0;
  Side base = simulated(base_sessions), fresh = simulated(new_sessions);
  if (base_sessions > 1) base.past = past();
  for (int i = 0; i < comparisons; ++i) {
    const auto seed = static_cast<std::uint64_t>(2 * i + 1);
    measure(base, seed);
    measure(fresh, seed + 1);
    const Comparison found = compare(base, fresh, {});
    alarms += alarmed(found);
    if (alarmed(found)) show_alarms(found);
  }
  return alarms;
}

TEST(FalseAlarms, AreAtMostTwoInAHundredWholeCampaigns) { EXPECT_LE(false_alarms(100, 1, 1), 2); }

TEST(FalseAlarms, AreAtMostTwoInAHundredAgainstABaselineWithItsHistory) {
  EXPECT_LE(false_alarms(2 * of_three(), 3, 1), std::max(1, 2 * of_three() / 50));
}

TEST(FalseAlarms, AreAtMostTwoInAHundredWhereBothSidesWereMeasuredThreeTimes) {
  EXPECT_LE(false_alarms(of_three(), 3, 3), 1);
}

struct Target {
  std::string run, stage;
};

// Stages that bear most of their step, with enough samples and a spread below the change.
std::vector<Target> targets(const std::vector<result::Result>& results, bool replays,
                            double least_share, double most_spread, std::size_t least_samples) {
  std::vector<Target> found;
  for (const Result& result : results)
    for (const RunRecord& run : result.runs) {
      if (!run.timing || !run.on_gpu()) continue;
      for (const auto& [name, stage] : run.timing->stages) {
        if (stage.method == "replay" && !replays) continue;
        const double median = stage.step_s.median;
        if (median >= least_share * run.timing->step_s.median &&
            stage.step_s.spread <= most_spread * median &&
            stage.step_s.samples.size() >= least_samples)
          found.push_back({run.id, name});
      }
    }
  return found;
}

// How often a stage made slower by `factor` is called slower, each time in another campaign.
int found_slower(const std::vector<Target>& where, double factor, int times, int new_sessions) {
  int found = 0;
  Side base = simulated(3), fresh = simulated(new_sessions);
  base.past = past();
  for (int i = 0; i < times; ++i) {
    const Target& target = where[static_cast<std::size_t>(i) * 7919 % where.size()];
    const auto seed = static_cast<std::uint64_t>(100000 + 2 * i);
    measure(base, seed);
    measure(fresh, seed + 1);
    for (Measurement& measurement : fresh.measurements)
      for (Result& result : measurement.results)
        for (RunRecord& run : result.runs)
          if (run.id == target.run) remeasured::plant(run, target.stage, factor);
    const Comparison comparison = compare(base, fresh, {});
    for (const Row& row : comparison.rows)
      if (row.run == target.run && row.what == target.stage) {
        found += row.verdict == Verdict::kSlower;
        if (row.verdict != Verdict::kSlower && factor > 1.03)
          std::cout << "  missed: " << row.run << " / " << row.what << ' ' << row.timed->change
                    << ' ' << row.reason << '\n';
      }
  }
  return found;
}

TEST(PlantedSlowdown, OfFivePercentInOneStageIsFoundByOneProcessAgainstABaselineWithItsHistory) {
  const std::vector<Target> where = targets(campaign(), false, 0.15, 0.02, 20);
  ASSERT_GE(where.size(), 30u);
  EXPECT_GE(found_slower(where, 1.05, 2 * of_three(), 1), 19 * 2 * of_three() / 20);
}

TEST(PlantedSlowdown, OfFivePercentInOneStageIsFoundInReplaysMeasuredThreeTimes) {
  const std::vector<Target> where = targets(campaign(), true, 0.4, 0.02, 20);
  ASSERT_GE(where.size(), 30u);
  // Where processes differ by more than what was planted, three of each cannot tell.
  EXPECT_GE(found_slower(where, 1.05, of_three(), 3), 7 * of_three() / 10);
}

// The detector is not simply loud: what is below the relevant change is not called slower.
TEST(PlantedSlowdown, OfOnePercentIsNotRelevant) {
  const std::vector<Target> where = targets(campaign(), false, 0.4, 0.005, 20);
  EXPECT_EQ(found_slower(where, 1.01, 20, 1), 0);
}

}  // namespace
}  // namespace tycho::compare
