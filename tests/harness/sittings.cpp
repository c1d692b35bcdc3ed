// An evolution that is killed goes on in another process from where it was last kept, to the bit,
// and tells the same of its way as one that nobody killed.
#include "harness/measure/sittings.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/checks/check.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/evolution.hpp"
#include "tests/harness/mortal.hpp"
#include "tests/harness/small_trees.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

constexpr int kSteps = 15, kPoints = 1;  // a look every three steps

struct Ended {
  measure::Evolution evolution;
  std::map<std::string, double> counters;
  double walk_share;
  int parts;
};

class SittingsOf : public SmallTrees {
 protected:
  measure::Sittings sittings() const {
    return {folder_.path() / "kept" / "a_run.checkpoint", "a run", 0};
  }

  Ended evolve(const measure::Sittings& sittings, int steps_left = -1,
               const measure::WayLimits& limits = {}) const {
    return evolve(sittings, Life{.steps = steps_left}, limits);
  }
  Ended evolve(const measure::Sittings& sittings, Life left,
               const measure::WayLimits& limits) const {
    Mortal algorithm(make(), left);
    const Particles first = initial();
    measure::Looks looks;
    looks.energy_error = measure::energy_error_of(algorithm, settings(), first);
    looks.pictures = universe() ? 0 : 3;
    if (universe()) {
      looks.box = 130;
      looks.picture_steps = {0, 4, 9, 10, kSteps};  // at looks and between them
      looks.waves = {{5, {10, 2}}, {6, {9, 1}}};
      looks.modes = 2;
      looks.linear_growth = [](double t) { return std::exp(t); };
    }
    measure::Evolution evolved =
        measure::evolve({algorithm, contract(), first, [](const std::string&, double) {}}, looks,
                        {settings().number("dt"), kSteps, kPoints, limits, sittings});
    const int walk = universe() ? int{tree_pm::kWalk} : int{barnes_hut::kWalk};
    return {std::move(evolved), algorithm.counters(), algorithm.work_share(walk), algorithm.parts};
  }
};

void expect_same_way(const Ended& a, const Ended& b) {
  expect_same_bits(a.evolution.final, b.evolution.final);
  EXPECT_EQ(a.evolution.energy_error, b.evolution.energy_error);
  EXPECT_EQ(a.evolution.kept_t, b.evolution.kept_t);
  EXPECT_EQ(a.evolution.kept_error, b.evolution.kept_error);
  ASSERT_EQ(a.evolution.pictures.size(), b.evolution.pictures.size());
  for (std::size_t k = 0; k < a.evolution.pictures.size(); ++k) {
    EXPECT_EQ(a.evolution.pictures[k].t, b.evolution.pictures[k].t);
    EXPECT_EQ(a.evolution.pictures[k].redshift, b.evolution.pictures[k].redshift);
    EXPECT_EQ(a.evolution.pictures[k].levels->least, b.evolution.pictures[k].levels->least);
    EXPECT_EQ(a.evolution.pictures[k].levels->most, b.evolution.pictures[k].levels->most);
    EXPECT_EQ(a.evolution.pictures[k].levels->cells, b.evolution.pictures[k].levels->cells);
  }
  EXPECT_EQ(a.evolution.growth, b.evolution.growth);
  ASSERT_EQ(a.evolution.waves.size(), b.evolution.waves.size());
  for (std::size_t k = 0; k < a.evolution.waves.size(); ++k) {
    EXPECT_EQ(a.evolution.waves[k].redshift, b.evolution.waves[k].redshift);
    EXPECT_EQ(a.evolution.waves[k].modes, b.evolution.waves[k].modes);
    EXPECT_EQ(a.evolution.waves[k].scale_factor, b.evolution.waves[k].scale_factor);
    EXPECT_EQ(a.evolution.waves[k].waves, b.evolution.waves[k].waves);
  }
  ASSERT_EQ(a.evolution.components.size(), b.evolution.components.size());
  for (std::size_t k = 0; k < a.evolution.components.size(); ++k)
    EXPECT_EQ(a.evolution.components[k].half_mass, b.evolution.components[k].half_mass);
  EXPECT_EQ(a.evolution.timing.evolved, b.evolution.timing.evolved);
  EXPECT_EQ(a.counters, b.counters);
  EXPECT_NEAR(a.walk_share, b.walk_share, 1e-12 * a.walk_share);
}

TEST_P(SittingsOf, EndAsAnUnbrokenRunWhereverTheyAreKilled) {
  const Ended unbroken = evolve({});
  ASSERT_EQ(unbroken.evolution.timing.evolved, kSteps);
  ASSERT_GT(unbroken.counters.at("deepest_rung"), 1) << "all bodies are on one rung";
  EXPECT_EQ(unbroken.evolution.sittings, 1);
  ASSERT_EQ(unbroken.evolution.pictures.size(), universe() ? 5U : 3U);
  ASSERT_EQ(unbroken.evolution.waves.size(), universe() ? 2U : 0U);
  ASSERT_EQ(unbroken.evolution.growth.size(), universe() ? 6U : 0U);  // the start and five looks
  if (universe()) {
    EXPECT_DOUBLE_EQ(unbroken.evolution.growth.front().second, 1);
  }
  for (const result::PictureRecord& picture : unbroken.evolution.pictures)
    EXPECT_EQ(picture.redshift.has_value(), universe());
  // Between two looks, at a look, and in the last step: each sitting goes on from the one before.
  EXPECT_THROW(evolve(sittings(), 2), Killed);
  EXPECT_THROW(evolve(sittings(), 7), Killed);
  EXPECT_THROW(evolve(sittings(), 5), Killed);
  const Ended last = evolve(sittings());
  EXPECT_EQ(last.evolution.sittings, 4);
  expect_same_way(last, unbroken);
}

TEST_P(SittingsOf, ThatWereAtTheEndTakeNoStepMore) {
  const Ended first = evolve(sittings());
  EXPECT_EQ(first.evolution.sittings, 1);
  expect_same_way(evolve(sittings(), 0), first);
}

TEST_P(SittingsOf, KeepOneStateAndNoPartOfAnother) {
  EXPECT_THROW(evolve(sittings(), 9), Killed);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "kept")) {
    EXPECT_EQ(entry.path(), sittings().file);
    ++files;
  }
  EXPECT_EQ(files, 1U);
}

TEST_P(SittingsOf, AnotherRunAreRefused) {
  EXPECT_THROW(evolve(sittings(), 3), Killed);
  measure::Sittings other = sittings();
  other.key = "another run";
  EXPECT_THROW(evolve(other), UsageError);
}

TEST_P(SittingsOf, AreKeptNoOftenerThanAsked) {
  measure::Sittings rare = sittings();
  rare.every_s = 1000;
  EXPECT_THROW(evolve(rare, kSteps - 1), Killed);
  EXPECT_FALSE(std::filesystem::exists(rare.file));
}

/// Of the stages, in the mean step.
double in_stages(const measure::Timing& timing) {
  double sum = 0;
  for (const measure::StageTiming& stage : timing.stages) sum += stage.between_marks_s;
  return sum;
}

TEST_P(SittingsOf, TimeTheirStagesOnTheWayWhereThereIsNoSecondPassage) {
  const measure::WayLimits marks{0, 0, true};
  const Ended unbroken = evolve({}, -1, marks);
  const measure::Timing& timing = unbroken.evolution.timing;
  EXPECT_TRUE(timing.marks_in_headline);
  EXPECT_EQ(timing.steps_marked, kSteps);
  ASSERT_EQ(timing.marked.size(), 1U);
  EXPECT_EQ(timing.marked.front().from, 0);
  EXPECT_EQ(timing.marked.front().to, kSteps);
  EXPECT_NEAR(timing.clean_step_s * kSteps, timing.passed_s, 1e-9 * timing.passed_s);
  EXPECT_GT(in_stages(timing), 0.5 * timing.clean_step_s);
  EXPECT_LE(in_stages(timing), timing.clean_step_s);
  expect_same_way(unbroken, evolve({}));

  // Of several sittings the last one tells of the steps of all.
  EXPECT_THROW(evolve(sittings(), 7, marks), Killed);
  const Ended last = evolve(sittings(), -1, marks);
  const measure::Timing& all = last.evolution.timing;
  ASSERT_EQ(all.marked.size(), 1U);
  EXPECT_EQ(all.marked.front().from, 0);
  EXPECT_EQ(all.marked.front().to, kSteps);
  EXPECT_EQ(all.steps_marked, kSteps);
  EXPECT_NEAR(all.clean_step_s * kSteps, all.passed_s, 1e-9 * all.passed_s);
  EXPECT_GT(in_stages(all), 0.5 * all.clean_step_s);
  EXPECT_LE(in_stages(all), all.clean_step_s);
  for (std::size_t s = 0; s < all.stages.size(); ++s)
    EXPECT_NEAR(all.stages[s].calls, timing.stages[s].calls, 1e-9 * timing.stages[s].calls);
  expect_same_way(last, unbroken);

  // One that was killed behind its last step has nothing left to mark.
  const Ended first = evolve(sittings(), -1, marks);
  const Ended again = evolve(sittings(), 0, marks);
  EXPECT_EQ(again.evolution.timing.steps_marked, kSteps);
  EXPECT_EQ(in_stages(again.evolution.timing), in_stages(first.evolution.timing));
}

/// Kept behind every part of a step.
measure::Sittings often(measure::Sittings sittings) {
  sittings.times_as_long = 0;
  return sittings;
}

// Steps whose parts take minutes must not be lost with their process.
TEST_P(SittingsOf, LoseNoMoreThanOnePartOfAStepWhereverTheyAreKilled) {
  const bool with_marks = universe();
  const measure::WayLimits limits{0, 0, with_marks};
  const Ended unbroken = evolve({}, -1, limits);
  ASSERT_GT(unbroken.parts, 2 * kSteps);
  const measure::Sittings kept = often(sittings());
  // Each sitting takes this number of parts and is killed in the next.
  const int each = unbroken.parts / 5;
  int killed = 0, within = 0;
  for (; killed < 4; ++killed) {
    EXPECT_THROW(evolve(kept, Life{.parts = each}, limits), Killed);
    const auto state = measure::load_checkpoint(kept.file, kept.key);
    within += !state->way.at("way").at("timing").at("open").is_null();
  }
  EXPECT_GT(within, 0) << "most places are within a step";
  const Ended last = evolve(kept, Life{}, limits);
  EXPECT_EQ(last.evolution.sittings, killed + 1);
  EXPECT_EQ(last.parts, unbroken.parts - each * killed)
      << "what an earlier sitting kept is not redone";
  expect_same_way(last, unbroken);

  // All time that steps took is there, and in a step's.
  const measure::Timing& timing = last.evolution.timing;
  ASSERT_EQ(timing.windows.size(), timing.step_s.size());
  double passed = 0, steps = 0;
  for (std::size_t w = 0; w < timing.windows.size(); ++w) {
    passed += timing.step_s[w] * static_cast<double>(timing.windows[w].steps);
    steps += static_cast<double>(timing.windows[w].steps);
  }
  EXPECT_EQ(steps, kSteps);
  EXPECT_NEAR(passed, timing.passed_s, 1e-9 * passed);
  EXPECT_FALSE(timing.open.has_value());
  if (!with_marks) return;
  EXPECT_EQ(timing.steps_marked, kSteps);
  EXPECT_NEAR(timing.clean_step_s * kSteps, timing.passed_s, 1e-9 * passed);
  EXPECT_GT(in_stages(timing), 0.5 * timing.clean_step_s);
  EXPECT_LE(in_stages(timing), timing.clean_step_s);
  ASSERT_EQ(timing.marked.size(), 1U);
  EXPECT_EQ(timing.marked.front().to, kSteps);
  for (std::size_t s = 0; s < timing.stages.size(); ++s)
    EXPECT_NEAR(timing.stages[s].calls, unbroken.evolution.timing.stages[s].calls,
                1e-9 * timing.stages[s].calls);
}

INSTANTIATE_TEST_SUITE_P(Trees, SittingsOf, ::testing::Values("tree_pm", "barnes_hut"),
                         [](const auto& named) { return std::string(named.param); });

}  // namespace
}  // namespace tycho
