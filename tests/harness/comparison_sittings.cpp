// A comparison that is killed goes on in another process from where it was last kept, to the bit,
// and tells the same as one that nobody killed.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "core/contracts/hermite.hpp"
#include "core/error.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/windows.hpp"
#include "tests/harness/mortal.hpp"
#include "tests/harness/small_trees.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

constexpr int kComparedSteps = 6, kComparedLooks = 2;

/// The steps that the run, its reference and its twin take before their process is killed.
using Lives = std::array<int, 3>;
constexpr Lives kAllLiveOn{-1, -1, -1};

struct Compared {
  measure::Comparison comparison;
  std::map<std::string, double> counters;
  std::vector<double> shares;
};

void expect_same_comparison(const Compared& a, const Compared& b) {
  const measure::Comparison &one = a.comparison, &other = b.comparison;
  EXPECT_EQ(one.step, other.step);
  EXPECT_EQ(one.largest, other.largest);
  EXPECT_EQ(one.median, other.median);
  EXPECT_EQ(one.parted, other.parted);
  EXPECT_EQ(one.rank, other.rank);
  EXPECT_EQ(one.displacement, other.displacement);
  EXPECT_EQ(one.twin_displacement, other.twin_displacement);
  EXPECT_EQ(one.timing.evolved, other.timing.evolved);
  expect_same_bits(one.final, other.final);
  expect_same_bits(one.reference_final, other.reference_final);
  expect_same_bits(one.twin_final, other.twin_final);
  EXPECT_EQ(a.counters, b.counters);
  ASSERT_EQ(a.shares.size(), b.shares.size());
  for (std::size_t s = 0; s < a.shares.size(); ++s)
    EXPECT_NEAR(a.shares[s], b.shares[s], 1e-12 * a.shares[s]);
}

measure::Sittings behind_every_step(const std::filesystem::path& folder) {
  return {folder / "kept" / "a_run.checkpoint", "a run", 0, 0};
}

class ComparisonsOf : public SmallTrees {
 protected:
  measure::Sittings every_step() const { return behind_every_step(folder_.path()); }

  /// Of a run that rounds otherwise than its reference.
  Compared compare(const measure::Sittings& sittings, const Lives& lives = kAllLiveOn,
                   bool with_twin = true) const {
    Settings other = settings();
    other.set("scheme", std::string_view("best"));
    Mortal run(make(other), {.steps = lives[0]}), reference(make(), {.steps = lives[1]}),
        twin(make(), {.steps = lives[2]});
    const Particles first = initial();
    twin.load(measure::ulps_off(first, 1 << 29));
    measure::Comparison compared =
        measure::compare({run, contract(), first, [](const std::string&, double) {}}, reference,
                         {kComparedSteps, kComparedLooks, 0, checks::periodic_box(other), sittings},
                         with_twin ? &twin : nullptr);
    return {std::move(compared), run.counters(), measure::work_shares(run, contract())};
  }
};

TEST_P(ComparisonsOf, EndAsAnUnbrokenOneWhereverTheyAreKilled) {
  const Compared unbroken = compare({});
  EXPECT_EQ(unbroken.comparison.sittings, 1);
  ASSERT_EQ(unbroken.comparison.step, (std::vector<double>{3, 6}));
  ASSERT_GT(unbroken.comparison.largest.front(), 0) << "run and reference are the same";
  ASSERT_GT(unbroken.comparison.twin_displacement.front(), 0) << "the twin is the reference";
  ASSERT_GT(unbroken.counters.at("deepest_rung"), 0) << "no body has steps of its own";
  // In a step of the run, of the reference and of the twin, behind a look and before one.
  for (const Lives& lives : {Lives{2, -1, -1}, {-1, 1, -1}, {-1, -1, 2}, {1, -1, -1}, {-1, 1, -1}})
    EXPECT_THROW(compare(every_step(), lives), Killed);
  const Compared last = compare(every_step());
  EXPECT_EQ(last.comparison.sittings, 6);
  expect_same_comparison(last, unbroken);
  const measure::Timing& timing = last.comparison.timing;
  ASSERT_EQ(timing.windows.size(), timing.step_s.size());
  std::int64_t steps = 0;
  for (const measure::HostSpan& window : timing.windows) steps += window.steps;
  EXPECT_EQ(steps, kComparedSteps);
}

TEST_P(ComparisonsOf, WithoutATwinEndAsAnUnbrokenOne) {
  const Compared unbroken = compare({}, kAllLiveOn, false);
  EXPECT_THROW(compare(every_step(), {4, -1, -1}, false), Killed);
  EXPECT_THROW(compare(every_step(), {-1, 1, -1}, false), Killed);
  expect_same_comparison(compare(every_step(), kAllLiveOn, false), unbroken);
}

TEST_P(ComparisonsOf, ThatWereAtTheEndTakeNoStepMore) {
  const Compared first = compare(every_step());
  const Compared again = compare(every_step(), {0, 0, 0});
  EXPECT_EQ(again.comparison.sittings, 2);
  expect_same_comparison(again, first);
}

TEST_P(ComparisonsOf, TheEndIsKeptHoweverSoonItComes) {
  measure::Sittings rare = every_step();
  rare.every_s = 1000;
  EXPECT_THROW(compare(rare, {5, -1, -1}), Killed);
  EXPECT_FALSE(std::filesystem::exists(rare.file));
  const Compared first = compare(rare);
  expect_same_comparison(compare(rare, {0, 0, 0}), first);
}

TEST_P(ComparisonsOf, WhoseFileIsOfAnotherRunOrDamagedAreRefused) {
  const measure::Sittings kept = every_step();
  EXPECT_THROW(compare(kept, {3, -1, -1}), Killed);
  measure::Sittings other = kept;
  other.key = "another run";
  EXPECT_THROW(compare(other), UsageError);
  // Where its sum holds, but not all states or members are there.
  const auto whole = measure::load_checkpoint(kept.file, kept.key);
  ASSERT_TRUE(whole);
  const std::span<const double> states = whole->state;
  measure::save_checkpoint(kept.file, kept.key, states.first(states.size() / 2), whole->way);
  EXPECT_THROW(compare(kept), UsageError);
  nlohmann::json way = whole->way;
  way["members"].erase(1);
  measure::save_checkpoint(kept.file, kept.key, states, way);
  EXPECT_THROW(compare(kept), UsageError);
  std::filesystem::resize_file(kept.file, std::filesystem::file_size(kept.file) - 1);
  EXPECT_THROW(compare(kept), UsageError);
}

INSTANTIATE_TEST_SUITE_P(Trees, ComparisonsOf, ::testing::Values("tree_pm", "barnes_hut"),
                         [](const auto& named) { return std::string(named.param); });

/// An algorithm that gives no states.
class Stateless final : public Algorithm {
 public:
  explicit Stateless(std::unique_ptr<Algorithm> own) : own_(std::move(own)) {}
  void load(const Particles& particles) override { own_->load(particles); }
  void advance(StageTimer& timer) override { own_->advance(timer); }
  void store(Particles& particles) override { own_->store(particles); }
  Clock& clock() override { return own_->clock(); }
  std::vector<double> field(std::string_view name) override { return own_->field(name); }

 private:
  std::unique_ptr<Algorithm> own_;
};

/// Blocks of bodies with times of their own, which part where the accuracy is another.
class BlocksCompared : public ::testing::Test {
 protected:
  static std::unique_ptr<Algorithm> make(double accuracy) {
    Settings settings(hermite::contract(), Backend::kCpu);
    settings.set("dt", 0.0625);
    settings.set("accuracy", accuracy);
    return implementation_of(hermite::contract()).make(settings);
  }
  Compared compare(Algorithm& run, Algorithm& reference, const measure::Sittings& sittings) const {
    measure::Comparison compared =
        measure::compare({run, hermite::contract(), initial_, [](const std::string&, double) {}},
                         reference, {kComparedSteps, kComparedLooks, 0, {}, sittings});
    return {std::move(compared), run.counters(), measure::work_shares(run, hermite::contract())};
  }
  Compared compare(const measure::Sittings& sittings, int run_left = -1) const {
    Mortal run(make(0.02), {.steps = run_left});
    return compare(run, *make(0.015), sittings);
  }
  measure::Sittings every_step() const { return behind_every_step(folder_.path()); }

  Particles initial_ = initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 67);
  TemporaryFolder folder_;
};

TEST_F(BlocksCompared, KnowWhereTheyPartedInAnEarlierSitting) {
  const Compared unbroken = compare({});
  EXPECT_EQ(unbroken.comparison.parted, 3);
  EXPECT_THROW(compare(every_step(), 4), Killed);
  EXPECT_THROW(compare(every_step(), 1), Killed);
  expect_same_comparison(compare(every_step()), unbroken);
}

TEST_F(BlocksCompared, AreNotKeptWhereTheReferenceGivesNoState) {
  const auto run = make(0.02);
  Stateless reference(make(0.015));
  const Compared found = compare(*run, reference, every_step());
  EXPECT_EQ(found.comparison.timing.evolved, kComparedSteps);
  EXPECT_FALSE(std::filesystem::exists(every_step().file));
}

}  // namespace
}  // namespace tycho
