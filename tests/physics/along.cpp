// Trees with individual steps that are timed at epochs of another scheme's run, by a clock that
// counts their work: the same on every machine. The work of the whole run, which is done here too,
// lies within the bounds; and the steps that a loaded state takes are those that the run itself
// takes.
#include "harness/measure/along.hpp"

#include <gtest/gtest.h>

#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/tree_pm.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/initial/initial.hpp"
#include "tests/hand_clock.hpp"

namespace tycho {
namespace {

/// What a tree and a walk cost in "seconds": on the GPU walks are cheap beside trees.
struct Rates {
  double tree, walk;
};

class Counted final : public Algorithm {
 public:
  Counted(std::unique_ptr<Algorithm> own, const Contract& contract, Rates rates, double particles)
      : own_(std::move(own)), stages_(contract.stages), rates_(rates), particles_(particles) {
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      if (stages_[s].id == "build") build_ = static_cast<int>(s);
      if (stages_[s].id == "walk") walk_ = static_cast<int>(s);
    }
  }

  void load(const Particles& particles) override { own_->load(particles); }
  void advance(StageTimer& timer) override {
    const auto before = own_->counters();
    SilentTimer silent(stages_);
    own_->advance(silent);
    const auto after = own_->counters();
    const auto more = [&](const char* name) { return after.at(name) - before.at(name); };
    stage(timer, build_, [&] { clock_.now += rates_.tree * more("substeps"); });
    stage(timer, walk_, [&] { clock_.now += rates_.walk * more("particle_steps") / particles_; });
  }
  void store(Particles& particles) override { own_->store(particles); }
  Clock& clock() override { return clock_; }
  std::vector<double> field(std::string_view name) override { return own_->field(name); }
  double work_share(int stage) const override { return own_->work_share(stage); }
  std::map<std::string, double> counters() const override { return own_->counters(); }

 private:
  std::unique_ptr<Algorithm> own_;
  std::span<const Stage> stages_;
  int build_ = 0, walk_ = 0;
  Rates rates_;
  double particles_;
  HandClock clock_{"clock"};
};

constexpr Rates kTimed{1, 10}, kCarrier{1, 0.5};

class AlongATree : public testing::TestWithParam<const char*> {
 protected:
  bool universe() const { return GetParam() == std::string_view("tree_pm"); }
  const Contract& contract() const {
    return universe() ? tree_pm::contract() : barnes_hut::contract();
  }
  std::int64_t steps() const { return universe() ? 48 : 40; }
  Settings settings(const char* scheme) const {
    Settings made(contract(), Backend::kCpu, 2);
    made.set("steps", std::string_view("individual"));
    made.set("scheme", std::string_view(scheme));
    if (universe()) {
      made.set("box", 130.0);
      made.set("dt", 0.10092056430122065);
      made.set("split", std::string_view("published"));
      made.set("short_range", std::string_view("erfc"));  // a table is none of scheme = best
      made.set("alpha", 0.005);
    } else {
      made.set("dt", 0.328);
      made.set("softening", 0.06);
      made.set("alpha", 0.005);
      made.set("opening", std::string_view("relative"));
      made.set("moments", std::string_view("monopole"));
      made.set("softening_kernel", std::string_view("spline"));
    }
    return made;
  }
  std::unique_ptr<Algorithm> make(const Settings& settings, Rates rates) const {
    for (const Implementation& entry : backends::implementations(Backend::kCpu))
      if (entry.contract == &contract())
        return std::make_unique<Counted>(entry.make(settings), contract(), rates,
                                         static_cast<double>(initial_.size()));
    throw std::logic_error("not in the list");
  }

  Particles initial_ =
      universe()
          ? initial::make_initial({{"kind", "cosmology"}, {"seed", 1}}, 4096, settings("particle"))
          : initial::make_initial({{"kind", "galaxy"}, {"seed", 1}}, 1009, settings("particle"));
};

TEST_P(AlongATree, HasTheWorkOfTheWholeRunWithinItsBounds) {
  const Settings own = settings("particle");
  measure::AlongPlan plan;
  plan.carrier = "best";
  plan.steps = steps();
  plan.epochs = 8;
  plan.box = checks::periodic_box(own);
  const auto carrier = make(settings("best"), kCarrier);
  const measure::TimedAlong timed = measure::time_along(
      {*carrier, contract(), initial_, [](const std::string&, double) {}}, contract(),
      [&](std::int64_t taken) {
        Settings begun = own;
        if (universe()) begun.set("a_begin", analysis::scale_factor_after(own, taken));
        return make(begun, kTimed);
      },
      plan);
  const result::AlongRecord& along = *timed.timing.along;

  const auto whole = make(own, kTimed);
  whole->load(initial_);
  SilentTimer silent(contract().stages);
  std::vector<double> took, substeps;
  double before = 0;
  for (std::int64_t s = 0; s < steps(); ++s) {
    whole->clock().clear();
    const int first = whole->clock().mark();
    whole->advance(silent);
    took.push_back(whole->clock().between(first, whole->clock().mark()).count());
    const double now = whole->counters().at("substeps");
    substeps.push_back(now - before);
    before = now;
  }
  double truth = 0;
  for (const double one : took) truth += one;
  const result::TotalTime total = result::total_of(along);
  EXPECT_LE(total.low, truth);
  EXPECT_GE(total.high, truth);
  EXPECT_NEAR(total.value, truth, 0.03 * truth);
  EXPECT_LT(total.high - total.low, 0.1 * truth) << "not to be called noisy";

  // Loading sets the bodies' own steps anew, as a whole step ends with all bodies choosing theirs.
  double at_epochs = 0, in_whole = 0;
  for (const result::EpochRecord& epoch : along.epochs) {
    const auto step = static_cast<std::size_t>(epoch.step);
    at_epochs += epoch.counters->at("substeps").value();
    in_whole += substeps[step];
    EXPECT_LT(epoch.apart, 0.1) << "step " << step;
  }
  // The galaxy's two ways part in forty steps; the universe's do not.
  EXPECT_NEAR(at_epochs, in_whole, (universe() ? 0.03 : 0.1) * in_whole);
  if (universe()) {
    EXPECT_GT(took.back(), 3 * took.front()) << "or there is nothing to extrapolate";
  }
}

TEST_P(AlongATree, SeesARunThatBeginsAtAnotherTime) {
  if (!universe()) GTEST_SKIP() << "the time of a galaxy is none of its forces";
  const Settings own = settings("particle");
  measure::AlongPlan plan;
  plan.carrier = "best";
  plan.steps = 8;
  plan.epochs = 2;
  plan.box = checks::periodic_box(own);
  const auto carrier = make(settings("best"), kCarrier);
  const measure::TimedAlong timed = measure::time_along(
      {*carrier, contract(), initial_, [](const std::string&, double) {}}, contract(),
      [&](std::int64_t) { return make(own, kTimed); }, plan);
  EXPECT_GT(timed.timing.along->epochs.back().apart, 0.2) << "at a_begin, not where it was stored";
}

INSTANTIATE_TEST_SUITE_P(Trees, AlongATree, testing::Values("tree_pm", "barnes_hut"),
                         [](const auto& tree) { return std::string(tree.param); });

}  // namespace
}  // namespace tycho
