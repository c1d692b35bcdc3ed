// The programs of hermite and all_pairs with backends that only write down what they are asked for:
// the order of the stages, when a block step follows another, and when the host looks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/steps/all_pairs.hpp"
#include "core/steps/hermite.hpp"

namespace tycho {
namespace {

using Asked = std::vector<std::string>;
using hermite::Who;

/// Three bodies whose shortest step is always 1/8.
class Scripted : public hermite::Stages {
 public:
  Scripted(const hermite::StepOptions& options, Asked& asked) : options_(options), asked_(asked) {}

  void take(const Particles&) override { note("take"); }
  int number(hermite::StageId stage) const override {
    return stage == hermite::kUpload || stage == hermite::kDownload || stage == hermite::kExchange
               ? -1
               : stage;
  }
  void enqueue(hermite::StageId stage, Who who) override {
    note((who == Who::kAll ? "all " : "") + std::string(hermite::contract().stages[stage].id));
    if (stage == hermite::kCorrect) progress_.turn(0.125, 2, 1, options_);
  }
  void begin() override {
    note("begin");
    progress_.begin(0, 0.125, options_);
  }
  hermite::Progress known() const override { return progress_; }
  Clock& clock() override { return clock_; }
  void store(Particles& p) override {
    note("store");
    p = Particles(3);
  }
  std::vector<Force> forces(bool in_double) override {
    note(in_double ? "forces in double" : "forces");
    return {{{1, 2, 3}, {4, 5, 6}, -7, 1}, {{8, 9, 10}, {11, 12, 13}, -14, 0}, {}};
  }
  std::vector<double> times() override { return {1}; }
  std::vector<double> steps() override { return {2}; }
  std::size_t numbers_a_body() const override { return 2; }
  std::vector<double> numbers() override { return {1, 2, 3, 4, 5, 6}; }
  void restore(const Particles&, double now, std::span<const double> numbers) override {
    note("restore " + std::to_string(numbers.size()));
    progress_.begin(now, 0.125, options_);
  }

 protected:
  void note(const std::string& what) { asked_.push_back(what); }

 private:
  hermite::StepOptions options_;
  Asked& asked_;
  hermite::Progress progress_;
  HostClock clock_;
};

/// A device that the host runs ahead of: block steps beyond the end find nothing to do.
class ScriptedAhead final : public Scripted {
 public:
  using Scripted::Scripted;
  int number(hermite::StageId stage) const override {
    return stage == hermite::kCorrect ? stage : -1;
  }
  void enqueue(hermite::StageId stage, Who who) override {
    if (known().next <= end_)
      Scripted::enqueue(stage, who);
    else
      note("nothing");
  }
  void look() override { note("look"); }
  int blocks_ahead() const override { return 4; }
  void stop_at(double end) override { end_ = end; }
  bool advance_ahead(const std::function<void(StageTimer&)>& block_step) override {
    note("ahead");
    SilentTimer silent(hermite::contract().stages);
    block_step(silent);
    return true;
  }

 private:
  double end_ = 0;
};

hermite::StepOptions options(hermite::Steps steps, double dt = 0.25) {
  hermite::StepOptions o;
  o.dt = dt;
  o.accuracy = 0.2;
  o.steps = steps;
  return o;
}

TEST(HermiteProgress, EndsWhereAStepIsTooShortToChangeTheTime) {
  const hermite::StepOptions blocks = options(hermite::Steps::kBlock);
  hermite::Progress progress;
  progress.begin(0, 1, blocks);
  progress.turn(0x1p-52, 1, 1, blocks);
  EXPECT_EQ(progress.now, 1);
  EXPECT_EQ(progress.next, 1 + 0x1p-52);
  EXPECT_THROW(progress.turn(0x1p-60, 1, 1, blocks), std::runtime_error);
  EXPECT_THROW(progress.turn(std::nan(""), 1, 1, blocks), std::runtime_error);
}

/// What is asked for until the end of one step after load().
template <typename Backend>
Asked asked_in_a_step(hermite::Steps steps, StageTimer& timer) {
  Asked asked;
  const auto program = make_step(options(steps), std::make_unique<Backend>(options(steps), asked));
  program->load(Particles(3));
  asked.clear();
  program->advance(timer);
  return asked;
}

class Watching final : public StageTimer {
 public:
  using StageTimer::StageTimer;
  int begin(int) override { return 1; }
  void end(int) override {}
};

const Asked kBlockStep{"schedule", "predict", "evaluate", "correct"};

TEST(HermiteProgram, TakesTheFirstForcesOfAllBodies) {
  Asked asked;
  const auto o = options(hermite::Steps::kBlock);
  make_step(o, std::make_unique<Scripted>(o, asked))->load(Particles(3));
  EXPECT_EQ(asked, (Asked{"take", "all predict", "all evaluate", "begin"}));
}

TEST(HermiteProgram, TakesBlockStepsToTheEndOfTheSpanAndNoFurther) {
  SilentTimer silent(hermite::contract().stages);
  Asked twice = kBlockStep;
  twice.insert(twice.end(), kBlockStep.begin(), kBlockStep.end());
  EXPECT_EQ(asked_in_a_step<Scripted>(hermite::Steps::kBlock, silent), twice);
}

TEST(HermiteProgram, TakesOneBlockStepWhereStepsAreSharedOrSingle) {
  SilentTimer silent(hermite::contract().stages);
  EXPECT_EQ(asked_in_a_step<Scripted>(hermite::Steps::kShared, silent), kBlockStep);
  EXPECT_EQ(asked_in_a_step<Scripted>(hermite::Steps::kSingle, silent), kBlockStep);
}

TEST(HermiteProgram, LooksOnlyAfterAllBlockStepsThatAreEnqueuedAhead) {
  Watching watching(hermite::contract().stages);
  EXPECT_EQ(asked_in_a_step<ScriptedAhead>(hermite::Steps::kBlock, watching),
            (Asked{"correct", "correct", "nothing", "nothing", "look"}));
  // Block steps beyond a first look follow until the end is reached: a span of one time unit.
  Asked asked;
  const auto o = options(hermite::Steps::kBlock, 1.0);
  const auto program = make_step(o, std::make_unique<ScriptedAhead>(o, asked));
  program->load(Particles(3));
  asked.clear();
  program->advance(watching);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), "correct"), 8);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), "look"), 2);
}

TEST(HermiteProgram, LeavesAnUnwatchedSpanToABackendThatReachesItsEndFaster) {
  SilentTimer silent(hermite::contract().stages);
  EXPECT_EQ(asked_in_a_step<ScriptedAhead>(hermite::Steps::kBlock, silent),
            (Asked{"ahead", "correct"}));
}

TEST(HermiteProgram, CountsAndGoesOnFromWhereACheckpointWasTaken) {
  Asked asked;
  const auto o = options(hermite::Steps::kBlock);
  const auto program = make_step(o, std::make_unique<Scripted>(o, asked));
  SilentTimer silent(hermite::contract().stages);
  program->load(Particles(3));
  program->advance(silent);
  EXPECT_EQ(program->checkpoint(), (std::vector<double>{0.25, 1, 2, 3, 4, 5, 6}));
  const std::map<std::string, double> counted{
      {"block_steps", 2}, {"particle_steps", 4}, {"mean_block", 2}, {"steps_at_floor", 2}};
  EXPECT_EQ(program->counters(), counted);
  EXPECT_EQ(program->work_share(hermite::kPredict), 2 / hermite::expected_blocks(o, 3));
  EXPECT_EQ(program->work_share(hermite::kCorrect), 4 / (3 * hermite::expected_steps(o, 3)));

  // With the counts of an earlier sitting of four spans.
  program->recount(std::vector<double>{10, 26, 5, 4});
  EXPECT_EQ(program->counted(), (std::vector<double>{12, 30, 7, 5}));
  EXPECT_EQ(program->work_share(hermite::kPredict), 12 / (hermite::expected_blocks(o, 3) * 5));
  EXPECT_EQ(program->work_share(hermite::kCorrect), 30 / (hermite::expected_steps(o, 3) * 3 * 5));

  program->restore(Particles(3), std::vector<double>{0.5, 1, 2, 3, 4, 5, 6});
  EXPECT_EQ(program->counters().at("block_steps"), 0);
  program->advance(silent);
  EXPECT_EQ(program->checkpoint().front(), 0.75) << "the span after 0.5 ends a dt later";
  EXPECT_THROW(program->restore(Particles(2), std::vector<double>{0.5, 1, 2, 3, 4, 5, 6}),
               UsageError);
}

TEST(HermiteProgram, GivesFreshAccelerationsAndPotentialsInDouble) {
  Asked asked;
  const auto o = options(hermite::Steps::kBlock);
  const auto program = make_step(o, std::make_unique<Scripted>(o, asked));
  Particles loaded(3), stored;
  loaded.id = {7, 5, 9};
  program->load(loaded);
  program->store(stored);
  EXPECT_EQ(asked.back(), "forces");
  EXPECT_EQ(stored.ay, (std::vector<double>{2, 9, 0}));
  EXPECT_EQ(stored.id, loaded.id);
  EXPECT_EQ(program->field("particle_potential"), (std::vector<double>{-7, -14, 0}));
  EXPECT_EQ(asked.back(), "forces in double");
  EXPECT_EQ(program->field("jerk"), (std::vector<double>{4, 11, 0, 5, 12, 0, 6, 13, 0}));
  EXPECT_EQ(program->field("neighbour"), (std::vector<double>{1, 0, -1}));
  EXPECT_TRUE(program->field("density").empty());
}

TEST(HermiteProgram, FindsTheForcesOfAStateOnce) {
  Asked asked;
  const auto o = options(hermite::Steps::kBlock);
  const auto program = make_step(o, std::make_unique<Scripted>(o, asked));
  SilentTimer silent(hermite::contract().stages);
  Particles stored;
  const auto read = [&] {
    asked.clear();
    program->store(stored);
    program->field("jerk");
    program->field("neighbour");
    return std::count(asked.begin(), asked.end(), "forces");
  };
  program->load(Particles(3));
  EXPECT_EQ(read(), 1);
  EXPECT_EQ(read(), 0);
  program->advance(silent);
  EXPECT_EQ(read(), 1) << "the bodies moved";
  program->load(Particles(3));
  EXPECT_EQ(read(), 1) << "other bodies";
  program->restore(Particles(3), std::vector<double>{0.5, 1, 2, 3, 4, 5, 6});
  EXPECT_EQ(read(), 1) << "where a checkpoint was taken";
}

/// Bodies of which one number of the last is what it is set to.
class Broken final : public Scripted {
 public:
  enum class What { kNothing, kForce, kPlace, kMotion };
  Broken(const hermite::StepOptions& options, Asked& asked, What what, double value)
      : Scripted(options, asked), what_(what), value_(value) {}
  void store(Particles& p) override {
    p = Particles(3);
    if (what_ == What::kPlace) p.z[2] = value_;
    if (what_ == What::kMotion) p.vy[2] = value_;
  }
  std::vector<Force> forces(bool in_double) override {
    std::vector<Force> all = Scripted::forces(in_double);
    if (what_ == What::kForce) all[2].acc.x = value_;
    return all;
  }

 private:
  What what_;
  double value_;
};

TEST(HermiteProgram, GivesOutNoBodyThatIsNotFinite) {
  const auto complaint = [](Broken::What what, double value) -> std::string {
    Asked asked;
    const auto o = options(hermite::Steps::kBlock);
    const auto program = make_step(o, std::make_unique<Broken>(o, asked, what, value));
    Particles p(3);
    p.id = {7, 5, 9};
    program->load(p);
    SilentTimer silent(hermite::contract().stages);
    program->advance(silent);
    try {
      program->store(p);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  using What = Broken::What;
  EXPECT_EQ(complaint(What::kNothing, 0), "");
  EXPECT_EQ(
      complaint(What::kForce, -std::numeric_limits<double>::infinity()),
      "at the time 0.25 the acceleration of body 2 (id 9) is (-inf, 0, 0): it must be finite");
  for (const What what : {What::kForce, What::kPlace, What::kMotion})
    EXPECT_NE(complaint(what, std::nan("")).find("of body 2 (id 9) is ("), std::string::npos);
}

class PairStages final : public all_pairs::Stages {
 public:
  explicit PairStages(Asked& asked) : asked_(asked) {}
  bool has(all_pairs::StageId stage) const override { return stage != all_pairs::kExchange; }
  void take(const Particles&) override { asked_.push_back("take"); }
  void enqueue(all_pairs::StageId stage) override {
    asked_.emplace_back(all_pairs::contract().stages[stage].id);
  }
  void store(Particles&) override {}
  Clock& clock() override { return clock_; }

 private:
  Asked& asked_;
  HostClock clock_;
};

TEST(AllPairsProgram, KicksDriftsAndKicks) {
  Asked asked;
  const auto program = make_step(std::make_unique<PairStages>(asked));
  SilentTimer silent(all_pairs::contract().stages);
  program->load(Particles(2));
  program->advance(silent);
  EXPECT_EQ(asked, (Asked{"take", "force", "kick", "drift", "force", "kick"}));
}

}  // namespace
}  // namespace tycho
