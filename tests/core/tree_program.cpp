// The programs of barnes_hut and tree_pm with a backend that only writes down what it is asked for:
// the order of the stages, the waits, and when a redo is looked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/steps/barnes_hut.hpp"
#include "core/steps/tree_pm.hpp"

namespace tycho {
namespace {

using Asked = std::vector<std::string>;

constexpr double kDt = 0.25;

/// A clock that notes when it is waited for.
class NotedClock final : public Clock {
 public:
  explicit NotedClock(Asked& asked) : asked_(asked) {}
  std::string_view method() const override { return "none"; }
  int mark() override { return 0; }
  void wait() override { asked_.push_back("wait"); }
  Seconds between(int, int) const override { return {}; }
  void clear() override {}
  Seconds cost() override { return {}; }
  void head_start(Seconds) override {}
  std::int64_t waits() const override { return 0; }

 private:
  Asked& asked_;
};

/// What the bodies answer, and all that was asked of them.
struct Script {
  Asked asked;
  std::vector<int> rungs;  // the deepest of all bodies, each time it is asked for; then 0
  bool stopped = false;    // until the next wait
  tree::Exchanged exchanged = tree::Exchanged::kNothing;  // between ranks
  std::size_t next = 0;
};

template <typename Stages>
class Scripted : public Stages {
 public:
  Scripted(Script& script, const Contract& contract)
      : script_(script), contract_(contract), clock_(script.asked) {}

  void hold(const Particles&) override { note("hold"); }
  int hold(const Particles&, std::span<const double> bodies) override {
    note("restore " + std::to_string(bodies.size()));
    return script_.next < script_.rungs.size() ? script_.rungs[script_.next++] : 0;
  }
  tree::Exchanged exchanged() const override { return script_.exchanged; }
  bool stopped() override { return std::exchange(script_.stopped, false); }
  tree::Rungs rungs() override {
    note("rungs");
    return {script_.next < script_.rungs.size() ? script_.rungs[script_.next++] : 0, 0};
  }
  void store(Particles&) override {}
  std::vector<double> checkpoint(std::size_t behind) override {
    return std::vector<double>(1 + behind, 0.5);
  }
  std::vector<double> field(std::string_view) override { return {}; }
  void forget_counts() override {}
  tree::Walked walked() const override { return {}; }
  void add_counters(std::map<std::string, double>&) const override {}
  Clock& clock() override { return clock_; }
  void agree_on_steps() override {
    if (own_bodies()) note("agree");
  }

 protected:
  /// Whether there are several ranks, each with bodies of its own.
  bool own_bodies() const { return exchanged() == tree::Exchanged::kTree; }
  void note(std::string what) { script_.asked.push_back(std::move(what)); }
  void note_stage(int stage) { note(std::string(contract_.stages[stage].id)); }

 private:
  Script& script_;
  const Contract& contract_;
  NotedClock clock_;
};

class TreeBackend final : public Scripted<barnes_hut::Stages> {
 public:
  explicit TreeBackend(Script& script) : Scripted(script, barnes_hut::contract()) {}
  bool has(int stage) const override {
    if (stage == barnes_hut::kMigrate) return own_bodies();
    return stage != barnes_hut::kUpload && stage != barnes_hut::kDownload;
  }
  void enqueue(int stage, const barnes_hut::StepState&) override { note_stage(stage); }
  void choose_steps(const barnes_hut::StepState&) override { note("choose"); }
};

class MeshBackend final : public Scripted<tree_pm::Stages> {
 public:
  MeshBackend(Script& script, tree_pm::Copies copies)
      : Scripted(script, tree_pm::contract()), copies_(copies) {}
  tree_pm::Copies copies() const override { return copies_; }
  bool has(int stage) const override {
    if (stage == tree_pm::kMigrate) return own_bodies();
    return stage != tree_pm::kGroup;
  }
  void gather_positions() override { note("gather"); }
  void enqueue(int stage, const tree_pm::StepState&) override { note_stage(stage); }
  void kick(const tree_pm::KickFactors&, const tree::Ticks&) override { note("kick"); }
  void kick_long(double) override { note("kick_long"); }
  void drift(double) override { note("drift"); }
  void choose_steps(const tree::Ticks&, double) override { note("choose"); }
  void await_positions() override { note("await"); }

 private:
  tree_pm::Copies copies_;
};

Asked step_of(Algorithm& algorithm, const Contract& contract, Script& script) {
  script.asked.clear();
  SilentTimer silent(contract.stages);
  algorithm.advance(silent);
  return script.asked;
}

std::unique_ptr<Algorithm> barnes_hut_with(Script& script, const char* steps) {
  Settings settings(barnes_hut::contract(), Backend::kCuda);
  settings.set("steps", steps);
  settings.set("dt", kDt);
  settings.set("rungs", 10);
  auto algorithm = barnes_hut::make_step(settings, std::make_unique<TreeBackend>(script));
  algorithm->load(Particles(3));
  return algorithm;
}

std::unique_ptr<Algorithm> tree_pm_with(Script& script, tree_pm::Copies copies, const char* overlap,
                                        const char* steps = "shared") {
  Settings settings(tree_pm::contract(), Backend::kCuda);
  settings.set("steps", steps);
  settings.set("overlap", overlap);
  auto algorithm = tree_pm::make_step(settings, std::make_unique<MeshBackend>(script, copies));
  algorithm->load(Particles(3));
  return algorithm;
}

TEST(BarnesHutProgram, WaitsForNoSharedStep) {
  Script script;
  const auto algorithm = barnes_hut_with(script, "shared");
  EXPECT_EQ(step_of(*algorithm, barnes_hut::contract(), script),
            (Asked{"kick", "drift", "sort", "build", "moments", "group", "walk", "kick"}));
}

TEST(BarnesHutProgram, LooksForARedoBeforeAStep) {
  Script script;
  const auto algorithm = barnes_hut_with(script, "shared");
  script.stopped = true;
  EXPECT_EQ(step_of(*algorithm, barnes_hut::contract(), script).front(), "wait");
  EXPECT_EQ(step_of(*algorithm, barnes_hut::contract(), script).front(), "kick");
}

TEST(BarnesHutProgram, GoesOnByTheStepsThatTheBodiesChose) {
  Script script;
  script.rungs = {1};  // at load: a step in two halves
  const auto algorithm = barnes_hut_with(script, "individual");
  script.rungs = {1, 1, 0};
  const Asked asked = step_of(*algorithm, barnes_hut::contract(), script);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), "drift"), 2);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), "choose"), 2);
  EXPECT_EQ(asked.back(), "rungs");
}

TEST(BarnesHutProgram, RestoresWithATreeForTheFields) {
  Script script;
  const auto algorithm = barnes_hut_with(script, "shared");
  script.asked.clear();
  const std::vector<double> state{0.5, 7, 0, 0, kDt};
  algorithm->restore(Particles(3), state);
  EXPECT_EQ(script.asked, (Asked{"restore 1", "sort", "build", "moments", "wait"}));
  EXPECT_EQ(algorithm->checkpoint(), state);
}

TEST(BarnesHutProgram, AddsTheCountsOfAnEarlierSitting) {
  Script script;
  const auto algorithm = barnes_hut_with(script, "shared");
  step_of(*algorithm, barnes_hut::contract(), script);
  std::vector<double> counted = algorithm->counted();
  const std::vector<double> earlier{30, 500, 600, 10, 3, 2, 9, 40};
  algorithm->recount(earlier);
  for (std::size_t k = 0; k < counted.size(); ++k)
    counted[k] = k == 4 ? std::max(counted[k], earlier[k]) : counted[k] + earlier[k];
  EXPECT_EQ(algorithm->counted(), counted) << "the fifth is the deepest rung";
}

/// What a program would go on from: bodies of one number, steps, tick, deepest rung there can be.
std::vector<double> state_at(double steps, double tick) { return {0.5, steps, tick, 10, kDt}; }

TEST(BarnesHutProgram, TakesAStepInPartsAndGoesOnWithinOne) {
  Script script;
  script.rungs = {2};  // at load: a step in four parts
  const auto algorithm = barnes_hut_with(script, "individual");
  script.rungs.insert(script.rungs.end(), {2, 1, 0});
  SilentTimer silent(barnes_hut::contract().stages);
  EXPECT_FALSE(algorithm->advance_part(silent));
  EXPECT_EQ(algorithm->checkpoint(), state_at(0, 256));
  EXPECT_FALSE(algorithm->advance_part(silent));
  EXPECT_EQ(algorithm->checkpoint(), state_at(0, 512));
  EXPECT_TRUE(algorithm->advance_part(silent));
  EXPECT_EQ(algorithm->checkpoint(), state_at(1, 0));

  // Half a step is left, with bodies on rung 2 and then on rung 1.
  script.rungs = {2, 2, 0};
  script.next = 0;
  algorithm->restore(Particles(3), state_at(3, 512));
  const Asked asked = step_of(*algorithm, barnes_hut::contract(), script);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), "drift"), 2);
  EXPECT_EQ(algorithm->checkpoint(), state_at(4, 0));
}

std::string refusal_of(Algorithm& algorithm, const std::vector<double>& state) {
  try {
    algorithm.restore(Particles(3), state);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(BarnesHutProgram, RefusesAStateOfAnotherScheduleOrBetweenTwoTicks) {
  Script script;
  const auto algorithm = barnes_hut_with(script, "individual");
  const auto refused = [&](const std::vector<double>& state, const std::string& why, int rung = 2) {
    script.rungs = {rung};
    script.next = 0;
    const std::string said = refusal_of(*algorithm, state);
    EXPECT_NE(said.find(why), std::string::npos) << said;
  };
  refused({}, "does not say how far its steps had come");
  refused({0.5, 3, 512, 9, kDt}, "another schedule");
  refused({0.5, 3, 512, 10, 2 * kDt}, "another schedule");
  refused(state_at(3, 1024), "a checkpoint at tick 1024 of 1024");
  refused(state_at(3, -256), "a checkpoint at tick -256 of 1024");
  refused(state_at(3, NAN), "of 1024");
  refused(state_at(3, 128), "where no step of its bodies on rung 2 ends");
  refused(state_at(3, 512), "on rung 11", 11);
}

TEST(BarnesHutProgram, OverRanksMovesBodiesBeforeTheTreeAndFetchesBeforeTheWalk) {
  Script script;
  script.exchanged = tree::Exchanged::kTree;
  const auto algorithm = barnes_hut_with(script, "individual");
  EXPECT_EQ(step_of(*algorithm, barnes_hut::contract(), script),
            (Asked{"kick", "drift", "migrate", "sort", "build", "moments", "exchange", "group",
                   "walk", "kick", "choose", "agree", "rungs"}));
}

TEST(BarnesHutProgram, OverRanksThatHaveAllBodiesFetchesForcesBehindTheWalk) {
  Script script;
  script.exchanged = tree::Exchanged::kForces;
  const auto algorithm = barnes_hut_with(script, "individual");
  EXPECT_EQ(script.asked, (Asked{"hold", "sort", "build", "moments", "group", "walk", "exchange",
                                 "choose", "wait", "rungs"}));
  EXPECT_EQ(step_of(*algorithm, barnes_hut::contract(), script),
            (Asked{"kick", "drift", "sort", "build", "moments", "group", "walk", "exchange", "kick",
                   "choose", "rungs"}));
  script.asked.clear();
  algorithm->restore(Particles(3), state_at(0, 0));
  EXPECT_EQ(script.asked, (Asked{"restore 1", "sort", "build", "moments", "wait"}));
}

TEST(BarnesHutProgram, FetchesForcesOfBothOpeningsAtLoad) {
  Script script;
  script.exchanged = tree::Exchanged::kForces;
  Settings settings(barnes_hut::contract(), Backend::kCuda);
  settings.set("opening", "relative");
  const auto algorithm = barnes_hut::make_step(settings, std::make_unique<TreeBackend>(script));
  algorithm->load(Particles(3));
  EXPECT_EQ(script.asked, (Asked{"hold", "sort", "build", "moments", "group", "walk", "exchange",
                                 "wait", "moments", "group", "walk", "exchange", "wait"}));
}

TEST(TreePmProgram, OverRanksFetchesWhatTreeAndMeshNeed) {
  Script script;
  script.exchanged = tree::Exchanged::kTree;
  const auto algorithm = tree_pm_with(script, tree_pm::Copies::kNothing, "no", "individual");
  EXPECT_EQ(step_of(*algorithm, tree_pm::contract(), script),
            (Asked{"kick_long", "kick", "drift", "migrate", "sort", "build", "moments", "exchange",
                   "walk", "kick", "gather", "deposit", "poisson", "interpolate", "kick_long",
                   "choose", "agree", "rungs"}));
}

TEST(TreePmProgram, OverRanksThatHaveAllBodiesFetchesForcesBehindTheWalk) {
  Script script;
  script.exchanged = tree::Exchanged::kForces;
  const auto algorithm = tree_pm_with(script, tree_pm::Copies::kNothing, "no", "individual");
  EXPECT_EQ(step_of(*algorithm, tree_pm::contract(), script),
            (Asked{"kick_long", "kick", "drift", "sort", "build", "moments", "walk", "exchange",
                   "kick", "deposit", "poisson", "interpolate", "kick_long", "choose", "rungs"}));
}

TEST(TreePmProgram, HasTheMeshBehindTheTree) {
  Script script;
  const auto algorithm = tree_pm_with(script, tree_pm::Copies::kNothing, "no");
  EXPECT_EQ(step_of(*algorithm, tree_pm::contract(), script),
            (Asked{"kick_long", "kick", "drift", "sort", "build", "moments", "walk", "kick",
                   "deposit", "poisson", "interpolate", "kick_long"}));
}

TEST(TreePmProgram, HasTheMeshBesideTheWalkOfTheHostsTree) {
  Script script;
  const auto algorithm = tree_pm_with(script, tree_pm::Copies::kTree, "yes");
  EXPECT_EQ(step_of(*algorithm, tree_pm::contract(), script),
            (Asked{"kick_long", "kick", "drift", "sort", "build", "moments", "upload", "walk",
                   "deposit", "poisson", "interpolate", "download", "kick", "kick_long"}));
}

TEST(TreePmProgram, FetchesPositionsAsSoonAsTheyStandWhereTheMeshOverlaps) {
  Script script;
  const auto algorithm = tree_pm_with(script, tree_pm::Copies::kMesh, "yes");
  EXPECT_EQ(step_of(*algorithm, tree_pm::contract(), script),
            (Asked{"kick_long", "kick", "drift", "sort", "download", "build", "moments", "walk",
                   "kick", "await", "deposit", "poisson", "interpolate", "upload", "kick_long"}));
  const auto apart = tree_pm_with(script, tree_pm::Copies::kMesh, "no");
  EXPECT_EQ(
      step_of(*apart, tree_pm::contract(), script),
      (Asked{"kick_long", "kick", "drift", "sort", "build", "moments", "walk", "kick", "download",
             "await", "deposit", "poisson", "interpolate", "upload", "kick_long"}));
}

/// Stops while the positions are on their way.
class StoppingBackend final : public Scripted<tree_pm::Stages> {
 public:
  explicit StoppingBackend(Script& script)
      : Scripted(script, tree_pm::contract()), script_(script) {}
  tree_pm::Copies copies() const override { return tree_pm::Copies::kMesh; }
  bool has(int) const override { return true; }
  void enqueue(int stage, const tree_pm::StepState&) override { note_stage(stage); }
  void kick(const tree_pm::KickFactors&, const tree::Ticks&) override {}
  void kick_long(double) override {}
  void drift(double) override {}
  void choose_steps(const tree::Ticks&, double) override {}
  void await_positions() override {
    note("await");
    script_.stopped = stops-- > 0;
  }
  int stops = 0;

 private:
  Script& script_;
};

TEST(TreePmProgram, FetchesPositionsAgainWhereTheWorkHadStopped) {
  Script script;
  Settings settings(tree_pm::contract(), Backend::kCuda);
  auto stages = std::make_unique<StoppingBackend>(script);
  StoppingBackend& backend = *stages;
  const auto algorithm = tree_pm::make_step(settings, std::move(stages));
  algorithm->load(Particles(3));
  backend.stops = 1;
  const Asked asked = step_of(*algorithm, tree_pm::contract(), script);
  const auto awaited = std::find(asked.begin(), asked.end(), "await");
  ASSERT_GE(asked.end() - awaited, 5);
  EXPECT_EQ(Asked(awaited, awaited + 5), (Asked{"await", "wait", "download", "await", "deposit"}));
}

TEST(TreePmProgram, GoesOnWithinAStepWithoutTheKickOfTheMeshThatBeganIt) {
  Script script;
  const auto algorithm = tree_pm_with(script, tree_pm::Copies::kNothing, "no", "individual");
  script.rungs = {1, 0};
  SilentTimer silent(tree_pm::contract().stages);
  ASSERT_TRUE(algorithm->advance_part(silent));
  std::vector<double> state = algorithm->checkpoint();
  const std::size_t tick = state.size() - 3;
  state[tick] = 512;
  script.rungs = {1, 1, 0};
  script.next = 0;
  algorithm->restore(Particles(3), state);
  EXPECT_EQ(step_of(*algorithm, tree_pm::contract(), script),
            (Asked{"kick", "drift", "sort", "build", "moments", "walk", "kick", "deposit",
                   "poisson", "interpolate", "kick_long", "choose", "rungs"}));
}

TEST(TreePmProgram, ChoosesStepsWithinTheKicks) {
  Script script;
  script.rungs = {1};
  const auto algorithm = tree_pm_with(script, tree_pm::Copies::kNothing, "no", "individual");
  script.rungs = {1, 1, 0};
  EXPECT_EQ(step_of(*algorithm, tree_pm::contract(), script),
            (Asked{"kick_long", "kick",        "drift",     "sort",   "build", "moments",
                   "walk",      "kick",        "choose",    "rungs",  "kick",  "drift",
                   "sort",      "build",       "moments",   "walk",   "kick",  "deposit",
                   "poisson",   "interpolate", "kick_long", "choose", "rungs"}));
}

}  // namespace
}  // namespace tycho
