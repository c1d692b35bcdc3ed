// The tree code's leapfrog: orders of convergence, shared and individual steps, what repeats.
#include "core/settings.hpp"
#include "tests/between_rungs.hpp"
#include "tests/pairs/barnes_hut_bodies.hpp"
#include "tests/pairs/refusal.hpp"

namespace tycho {
namespace {

class TreeStep : public TreeTest {};

TEST_P(TreeStep, OneBodyMovesStraightOn) {
  Particles one(1);
  one.mass[0] = 2;
  one.set_position(0, {1, 2, 3});
  one.set_velocity(0, {0.5, -1, 0.25});
  const auto algorithm = with({{"dt", 0.5}, {"softening", 0.1}});
  algorithm->load(one);
  advance(*algorithm, 4);
  const Particles after = stored(*algorithm, 1);
  EXPECT_EQ(after.position(0), (Vec3<double>{2, 0, 3.5}));
  EXPECT_EQ(after.velocity(0), (Vec3<double>{0.5, -1, 0.25}));
  EXPECT_EQ(after.acceleration(0), (Vec3<double>{0, 0, 0}));
}

// A circular orbit of two unequal masses against the analytic one. The spline's reach is shorter
// than their distance, and without softening both are Kepler's.
Particles orbit() {
  const double m0 = 3, m1 = 1, speed = std::sqrt(m0 + m1);
  Particles two(2);
  two.mass = {m0, m1};
  two.set_position(0, {-m1 / (m0 + m1), 0, 0});
  two.set_position(1, {m0 / (m0 + m1), 0, 0});
  two.set_velocity(0, {0, -speed * m1 / (m0 + m1), 0});
  two.set_velocity(1, {0, speed * m0 / (m0 + m1), 0});
  return two;
}

TEST_P(TreeStep, ConvergesToTheKeplerOrbitAtSecondOrder) {
  double previous = 0;
  for (const int steps : {32, 64, 128}) {
    const auto algorithm = with({{"dt", 1.0 / steps}, {"softening", 0}});
    algorithm->load(orbit());
    advance(*algorithm, steps);
    const Particles after = by_id(stored(*algorithm, 2));
    const double angle = 2;  // of one time unit
    const double error = length(after.position(1) - after.position(0) -
                                Vec3<double>{std::cos(angle), std::sin(angle), 0});
    EXPECT_GT(error, 0);
    if (previous > 0) {
      EXPECT_NEAR(previous / error, 4, 0.1) << steps << " steps";
    }
    previous = error;
  }
}

/// Sum of m v^2 / 2 and, by direct summation, of m pot / 2.
double energy(const Particles& p, const Softening& softening) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    sum +=
        0.5 * p.mass[i] * (dot(p.velocity(i), p.velocity(i)) + direct_force(p, i, softening).pot);
  return sum;
}

// Cold bodies that fall together for a quarter of a time unit; the softening is long, so that the
// step resolves every encounter and what is left is the error of the tree's forces. Direct
// summation with the same steps has 2e-6.
TEST_P(TreeStep, ConservesEnergyToTheLevelOfItsForces) {
  const double eps = 0.1;
  const auto soft = softening(GetParam(), eps);
  const Particles bodies = lopsided(1009);
  const auto algorithm =
      with({{"dt", 1.0 / 256}, {"softening", eps}, {"theta", 0.5}, {"alpha", 2e-3}});
  algorithm->load(bodies);
  advance(*algorithm, 64);
  const Particles after = by_id(stored(*algorithm, bodies.size()));
  const double before = energy(bodies, soft);
  EXPECT_LE(std::fabs(energy(after, soft) / before - 1), 2e-4);
  // They did move.
  double moved = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    moved = std::max(moved, length(after.position(i) - bodies.position(i)));
  EXPECT_GT(moved, 0.1);
}

TEST_P(TreeStep, RepeatsToTheBit) {
  const Particles bodies = lopsided(1511);
  std::vector<Particles> runs;
  for (int run = 0; run < 2; ++run) {
    const auto algorithm = with({{"dt", 1e-3}});
    algorithm->load(bodies);
    advance(*algorithm, 3);
    runs.push_back(stored(*algorithm, bodies.size()));
  }
  expect_same_bits(runs[0], runs[1]);
}

TEST_P(TreeStep, GoesOnFromACheckpointToTheBit) {
  const Particles bodies = lopsided(1511);
  const auto algorithm = with({{"dt", 1e-3}, {"softening", 0.01}});
  algorithm->load(bodies);
  advance(*algorithm, 2);
  const std::vector<double> checkpoint = algorithm->checkpoint();
  advance(*algorithm, 2);
  const Particles straight = stored(*algorithm, bodies.size());
  const auto other = with({{"dt", 1e-3}, {"softening", 0.01}});
  other->restore(bodies, checkpoint);
  advance(*other, 2);
  expect_same_bits(stored(*other, bodies.size()), straight);
}

INSTANTIATE_TEST_SUITE_P(Every, TreeStep, testing::ValuesIn(tree_ways()), test_name);

class TreeThreads : public TreeTest {};

TEST_P(TreeThreads, DoNotChangeABit) {
  const Particles bodies = lopsided(6007);  // enough for the sort to be divided too
  std::vector<Particles> runs;
  for (const int threads : {1, 3}) {
    Way way = GetParam();
    way.threads = threads;
    const auto algorithm = make(barnes_hut::contract(), way, {{"dt", 1e-3}});
    algorithm->load(bodies);
    advance(*algorithm, 2);
    runs.push_back(stored(*algorithm, bodies.size()));
  }
  expect_same_bits(runs[0], runs[1]);
}

std::vector<Way> cpu_ways() {
  std::vector<Way> ways;
  for (const Way& way : tree_ways())
    if (way.backend == Backend::kCpu && way.threads == 1) ways.push_back(way);
  return ways;
}
INSTANTIATE_TEST_SUITE_P(Cpu, TreeThreads, testing::ValuesIn(cpu_ways()), test_name);

class TreeRungs : public TreeTest {
 protected:
  static inline const Words kIndividual{{"steps", "individual"}};
};

// All want more than dt: the very steps that are shared.
TEST_P(TreeRungs, AreSharedStepsWhereAllWantTheLongest) {
  const Particles bodies = lopsided(503);
  const Numbers numbers{{"dt", 1e-4}, {"softening", 0.1}, {"eta", 1}};
  std::vector<Particles> runs;
  for (const char* steps : {"shared", "individual"}) {
    const auto algorithm = with(numbers, {{"steps", steps}});
    algorithm->load(bodies);
    advance(*algorithm, 3);
    runs.push_back(stored(*algorithm, bodies.size()));
  }
  expect_same_bits(runs[0], runs[1]);
}

TEST_P(TreeRungs, AreNoLongerThanTheCriterionWantsAndMeetAtTheEnd) {
  const Particles bodies = lopsided(2003);
  const double dt = 0.03, eta = 0.01, eps = 0.02;
  const auto algorithm =
      with({{"dt", dt}, {"softening", eps}, {"eta", eta}, {"rungs", 12}}, kIndividual);
  const Particles after = loaded(*algorithm, bodies);
  const std::vector<double> rungs = algorithm->field("rung");
  ASSERT_EQ(rungs.size(), bodies.size());
  double deepest = 0;
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    const double wanted = std::sqrt(2 * eta * eps / length(after.acceleration(i)));
    const double step = std::ldexp(dt, -static_cast<int>(rungs[i]));
    ASSERT_LE(step, wanted);
    if (rungs[i] > 0) {
      ASSERT_GT(2 * step, wanted) << "the longest that is not too long";
    }
    deepest = std::max(deepest, rungs[i]);
  }
  EXPECT_GE(deepest, 3);
  EXPECT_EQ(*std::min_element(rungs.begin(), rungs.end()), 0);
  advance(*algorithm, 1);
  const Particles end = stored(*algorithm, bodies.size());
  const auto counters = algorithm->counters();
  EXPECT_GE(counters.at("substeps"), std::exp2(deepest) / 2);
  EXPECT_EQ(counters.at("steps_at_floor"), 0);
  // The point of it: most bodies step seldom.
  EXPECT_GE(counters.at("particle_steps"), 2003);
  EXPECT_LT(counters.at("particle_steps"), 0.5 * 2003 * counters.at("substeps"));
  // The accelerations that come out are those at the end, of all bodies.
  const auto errors = force_errors(end, softening(GetParam(), eps), 3);
  EXPECT_LE(errors.at(99), 0.03);
}

TEST_P(TreeRungs, CountThoseThatWantedLessThanTheFloor) {
  const Particles bodies = lopsided(503);
  const auto algorithm =
      with({{"dt", 0.03}, {"softening", 0.02}, {"eta", 0.01}, {"rungs", 1}}, kIndividual);
  algorithm->load(bodies);
  advance(*algorithm, 1);
  stored(*algorithm, bodies.size());
  EXPECT_GT(algorithm->counters().at("steps_at_floor"), 0);
  EXPECT_LE(algorithm->counters().at("substeps"), 2);
}

/// The largest distance between bodies of the same id.
double apart(const Particles& a, const Particles& b) {
  double worst = 0;
  const Particles p = by_id(a), q = by_id(b);
  for (std::size_t i = 0; i < p.size(); ++i)
    worst = std::max(worst, length(p.position(i) - q.position(i)));
  return worst;
}

// Against shared steps as short as the shortest individual one. Both orders of magnitude follow
// from the criterion: the bodies in the clump need steps far below dt, which shared steps of dt do
// not give them. Every cell is opened, so that only the steps differ.
TEST_P(TreeRungs, FollowTheBodiesAsSharedStepsOfTheShortestDo) {
  const Particles bodies = lopsided(211);
  const double dt = 1.0 / 64;
  const Numbers common{{"softening", 0.02}, {"theta", 1e-4}, {"alpha", 1e-12}, {"eta", 0.005}};
  const auto run = [&](const char* steps, double step, int count) {
    Numbers numbers = common;
    numbers["dt"] = step;
    const auto algorithm = with(numbers, {{"steps", steps}});
    algorithm->load(bodies);
    advance(*algorithm, count);
    return stored(*algorithm, bodies.size());
  };
  const Particles fine = run("shared", dt / 256, 4 * 256);
  const Particles coarse = run("shared", dt, 4);
  const Particles individual = run("individual", dt, 4);
  EXPECT_LT(apart(individual, fine), 0.05 * apart(coarse, fine));
}

TEST_P(TreeRungs, GoOnFromACheckpointToTheBit) {
  const Particles bodies = lopsided(503);
  const Numbers numbers{{"dt", 0.01}, {"softening", 0.02}};
  const auto algorithm = with(numbers, kIndividual);
  algorithm->load(bodies);
  advance(*algorithm, 1);
  const std::vector<double> checkpoint = algorithm->checkpoint();
  advance(*algorithm, 2);
  const Particles straight = stored(*algorithm, bodies.size());
  const auto other = with(numbers, kIndividual);
  other->restore(bodies, checkpoint);
  advance(*other, 2);
  expect_same_bits(stored(*other, bodies.size()), straight);
}

TEST_P(TreeRungs, GoOnFromACheckpointToTheBitBetweenTheirSteps) {
  const Numbers numbers{{"dt", 0.03}, {"softening", 0.02}, {"eta", 0.01}, {"rungs", 4}};
  expect_goes_on_between_rungs([&] { return with(numbers, kIndividual); }, barnes_hut::contract(),
                               lopsided(503));
}

TEST_P(TreeRungs, RefuseACheckpointOfOtherSteps) {
  const Particles bodies = lopsided(53);
  const auto algorithm = with({{"dt", 0.03}, {"softening", 0.02}, {"rungs", 4}}, kIndividual);
  algorithm->load(bodies);
  SilentTimer silent(barnes_hut::contract().stages);
  ASSERT_FALSE(algorithm->advance_part(silent)) << "all bodies are on one rung";
  const std::vector<double> within = algorithm->checkpoint();
  const auto why = [&](const Numbers& numbers, const Words& words, std::vector<double> state) {
    return refusal<UsageError>([&] { with(numbers, words)->restore(bodies, state); });
  };
  const Numbers same{{"dt", 0.03}, {"softening", 0.02}, {"rungs", 4}};
  expect_says(why({{"dt", 0.03}, {"softening", 0.02}, {"rungs", 5}}, kIndividual, within),
              "another schedule");
  expect_says(why({{"dt", 0.06}, {"softening", 0.02}, {"rungs", 4}}, kIndividual, within),
              "were of 0.03 halved at most 4 times, this run's are of 0.06 halved at most 4 times");
  expect_says(why(same, {{"steps", "shared"}}, within), "another schedule");
  // As it was laid out before a step could be left within.
  std::vector<double> older(within.begin(), within.end() - 4);
  expect_says(why(same, kIndividual, older), "other than 53 bodies, or laid out otherwise");
  expect_says(why(same, kIndividual, {1, 2, 3}), "does not say how far its steps had come");
  std::vector<double> nowhere = within;
  nowhere[nowhere.size() - 3] = 16;
  expect_says(why(same, kIndividual, nowhere), "a checkpoint at tick 16 of 16");
}

std::vector<Way> ways_with_rungs() {
  std::vector<Way> ways;
  for (const Way& way : tree_ways())
    if (!grouped(way)) ways.push_back(way);
  return ways;
}
INSTANTIATE_TEST_SUITE_P(Every, TreeRungs, testing::ValuesIn(ways_with_rungs()), test_name);

}  // namespace
}  // namespace tycho
