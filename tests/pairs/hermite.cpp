// The Hermite integrator: every backend, precision and division of labour under the same tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/contracts/hermite.hpp"
#include "core/formulas/pair_force.hpp"
#include "tests/pairs/backends.hpp"
#include "tests/pairs/hermite_bodies.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

bool in_double(const Way& way) {
  const auto precision = way.words.find("precision");
  return precision == way.words.end() || precision->second == "fp64";
}

class Hermite : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }
  std::unique_ptr<Algorithm> with(const Numbers& numbers, const Words& words = {}) {
    return make(hermite::contract(), GetParam(), numbers, words);
  }
  static void advance(Algorithm& algorithm, int steps = 1) {
    SilentTimer silent(hermite::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }
  static Particles stored(Algorithm& algorithm, std::size_t n) {
    Particles p(n);
    p.poison();
    algorithm.store(p);
    return p;
  }
  bool of(const char* setting, const char* word) const {
    const auto found = GetParam().words.find(setting);
    return found != GetParam().words.end() && found->second == word;
  }
  bool fp32() const { return of("precision", "fp32"); }
  bool exact() const { return in_double(GetParam()); }
  /// Relative error of a force: see tests/pairs/hermite_engine.cpp.
  double force_limit() const { return fp32() ? 5e-5 : of("precision", "ds") ? 2e-6 : 1e-12; }
};

TEST_P(Hermite, GivesTheForceOfDirectSummationForAnyNumberOfBodies) {
  for (const std::size_t n : {2, 3, 5, 7, 8, 31, 33, 257, 1021}) {
    const Particles bodies = crowd(n);
    const auto algorithm = with({{"softening", 0.01}});
    algorithm->load(bodies);
    const Particles loaded = stored(*algorithm, n);
    const auto jerk = algorithm->field("jerk"), potential = algorithm->field("particle_potential");
    const auto neighbour = algorithm->field("neighbour");
    ASSERT_EQ(jerk.size(), 3 * n);
    std::vector<JBody> sources(n);
    for (std::size_t j = 0; j < n; ++j)
      sources[j] = {0,
                    bodies.mass[j],
                    bodies.position(j),
                    bodies.velocity(j),
                    {},
                    {},
                    {},
                    static_cast<std::int32_t>(j)};
    for (std::size_t i = 0; i < n; ++i) {
      const DirectSum sum = direct_sum(sources, n, {sources[i].x, sources[i].v, sources[i].index},
                                       softening_sq(0.01));
      EXPECT_LE(length(loaded.acceleration(i) - sum.acc), force_limit() * length(sum.acc)) << i;
      EXPECT_LE(length(Vec3<double>{jerk[i], jerk[n + i], jerk[2 * n + i]} - sum.jerk),
                20 * force_limit() * (length(sum.jerk) + 1))
          << i;
      EXPECT_NEAR(potential[i], sum.pot, 1e-12 * std::abs(sum.pot)) << i;
      if (!fp32()) {
        EXPECT_EQ(neighbour[i], sum.neighbour) << i;
      }
    }
    EXPECT_EQ(loaded.id, bodies.id);
    EXPECT_EQ(loaded.mass, bodies.mass);
    for (const auto member : {&Particles::x, &Particles::y, &Particles::z, &Particles::vx,
                              &Particles::vy, &Particles::vz})
      EXPECT_EQ(loaded.*member, bodies.*member);
  }
}

TEST_P(Hermite, OneBodyMovesStraightOn) {
  Particles one(1);
  one.mass[0] = 2;
  one.set_position(0, {1, 2, 3});
  one.set_velocity(0, {0.5, -1, 0.25});
  for (const char* steps : {"block", "shared"}) {
    const auto algorithm = with({{"dt", 0.5}, {"softening", 0}}, {{"steps", steps}});
    algorithm->load(one);
    advance(*algorithm, 4);
    const Particles after = stored(*algorithm, 1);
    EXPECT_EQ(after.position(0), (Vec3<double>{2, 0, 3.5})) << steps;
    EXPECT_EQ(after.velocity(0), (Vec3<double>{0.5, -1, 0.25})) << steps;
  }
}

// Two unequal masses on an orbit of eccentricity e, from apocentre.
Particles kepler(double e) {
  Particles two(2);
  two.mass = {0.75, 0.25};
  const double apart = 1 + e, speed = std::sqrt((1 - e) / (1 + e));
  two.set_position(0, {-0.25 * apart, 0, 0});
  two.set_position(1, {0.75 * apart, 0, 0});
  two.set_velocity(0, {0, -0.25 * speed, 0});
  two.set_velocity(1, {0, 0.75 * speed, 0});
  return two;
}

double energy(const Particles& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += 0.5 * p.mass[i] * dot(p.velocity(i), p.velocity(i));
    for (std::size_t j = 0; j < i; ++j)
      sum -= p.mass[i] * p.mass[j] / length(p.position(i) - p.position(j));
  }
  return sum;
}

/// Below double precision rounding hides the order of the scheme.
class HermiteInDouble : public Hermite {};

// A shared step on a circle for one time unit, in which the phase is known: the error is that of
// the scheme, of fourth order.
TEST_P(HermiteInDouble, ConvergesToTheKeplerOrbitAtFourthOrder) {
  double previous = 0;
  for (const int steps : {32, 64, 128}) {
    const auto algorithm = with({{"dt", 1.0 / steps}, {"softening", 0}}, {{"steps", "shared"}});
    algorithm->load(kepler(0));
    advance(*algorithm, steps);
    const Particles after = stored(*algorithm, 2);
    const Vec3<double> apart = after.position(1) - after.position(0);
    const double error = length(apart - Vec3<double>{std::cos(1.0), std::sin(1.0), 0});
    if (previous > 0) {
      EXPECT_NEAR(previous / error, 16, 1.5) << steps << " steps";
    }
    previous = error;
  }
}

// Through pericentre of an orbit of eccentricity 0.9, where block steps shrink thirtyfold. The
// steps are powers of two, so that the error follows the accuracy in leaps: over two halvings of it
// the order shows.
TEST_P(HermiteInDouble, KeepsTheEnergyOfAnEccentricOrbitToFourthOrder) {
  std::vector<double> errors;
  for (const double accuracy : {0.2, 0.1, 0.05, 0.025}) {
    const auto algorithm = with({{"dt", 0.25}, {"softening", 0}, {"accuracy", accuracy}});
    algorithm->load(kepler(0.9));
    const double before = energy(kepler(0.9));
    advance(*algorithm, 25);  // 6.25 of a period of 6.28
    errors.push_back(std::abs(energy(stored(*algorithm, 2)) / before - 1));
  }
  const double order = std::log2(errors.front() / errors.back()) / 3;
  EXPECT_GT(order, 3.3);
  EXPECT_LT(order, 5.5);
  EXPECT_LT(errors.back(), 1e-6);
}

TEST_P(Hermite, KeepsAllTimesOnTheBlockGrid) {
  const std::size_t n = 211;
  const auto algorithm = with({{"dt", 0.0625}, {"softening", 0.01}, {"accuracy", 0.1}});
  algorithm->load(crowd(n));
  for (int span = 1; span <= 3; ++span) {
    advance(*algorithm);
    const auto times = algorithm->field("block_time"), steps = algorithm->field("block_step");
    ASSERT_EQ(times.size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(times[i], 0.0625 * span) << i;
      EXPECT_EQ(hermite::power_of_two_below(steps[i]), steps[i]) << i;
      EXPECT_TRUE(hermite::on_grid(times[i], steps[i])) << i;
      EXPECT_LE(steps[i], 0.0625) << i;
    }
    EXPECT_GT(*std::max_element(steps.begin(), steps.end()),
              *std::min_element(steps.begin(), steps.end()))
        << "bodies that all have one step test nothing";
  }
  const auto counted = algorithm->counters();
  EXPECT_GE(counted.at("particle_steps"), 3.0 * n);
  EXPECT_GE(counted.at("block_steps"), 3);
}

TEST_P(Hermite, CountsStepsAtTheFloor) {
  const auto algorithm =
      with({{"dt", 0.0625}, {"softening", 0.01}, {"step_least", 0.015625}, {"accuracy", 0.05}});
  algorithm->load(crowd(100));
  advance(*algorithm);
  EXPECT_GT(algorithm->counters().at("steps_at_floor"), 0);
  const auto free = with({{"dt", 0.0625}, {"softening", 0.5}, {"accuracy", 0.2}});
  free->load(crowd(100));
  advance(*free);
  EXPECT_EQ(free->counters().at("steps_at_floor"), 0);
}

// Momentum is not conserved pair by pair: members of a pair step at different times. What is lost
// is the truncation error, and in fp32 the rounding of the forces.
TEST_P(Hermite, KeepsMomentumToTheTruncationError) {
  const std::size_t n = 301;
  const Particles before = crowd(n);
  const auto algorithm = with({{"dt", 0.125}, {"softening", 0.05}, {"accuracy", 0.1}});
  algorithm->load(before);
  advance(*algorithm);
  const Particles after = stored(*algorithm, n);
  Vec3<double> change;
  double scale = 0;
  for (std::size_t i = 0; i < n; ++i) {
    change += before.mass[i] * (after.velocity(i) - before.velocity(i));
    scale += before.mass[i] * length(before.velocity(i));
  }
  EXPECT_LE(length(change) / scale, fp32() ? 1e-5 : 1e-6);
}

TEST_P(Hermite, GoesOnFromACheckpointToTheBit) {
  const std::size_t n = 157;
  const Particles bodies = crowd(n);
  const auto first = with({{"dt", 0.0625}, {"softening", 0.02}});
  first->load(bodies);
  advance(*first, 2);
  const std::vector<double> checkpoint = first->checkpoint();
  EXPECT_EQ(checkpoint.front(), 0.125);
  const std::vector<double> counted = first->counted();
  advance(*first, 2);
  const auto second = with({{"dt", 0.0625}, {"softening", 0.02}});
  second->restore(bodies, checkpoint);
  second->recount(counted);
  advance(*second, 2);
  const Particles straight = stored(*first, n), restarted = stored(*second, n);
  expect_same_bits(straight, restarted);
  EXPECT_EQ(first->field("block_step"), second->field("block_step"));
  EXPECT_EQ(first->counters(), second->counters());
  for (const int stage : {hermite::kPredict, hermite::kCorrect})
    EXPECT_EQ(first->work_share(stage), second->work_share(stage));
  EXPECT_THROW(second->restore(crowd(n - 1), checkpoint), UsageError);
}

TEST_P(Hermite, RepeatsToTheBit) {
  const std::size_t n = 517;
  Particles first(n), second(n);
  for (Particles* after : {&first, &second}) {
    const auto algorithm = with({{"dt", 0.0625}, {"softening", 0.01}});
    algorithm->load(crowd(n));
    advance(*algorithm);
    algorithm->store(*after);
  }
  expect_same_bits(first, second);
}

// A step may leave work under way on a device when it returns.
TEST_P(Hermite, StartsAnewWhenLoadedRightAfterAStep) {
  const std::size_t n = 64;
  const auto fresh = with({{"dt", 0.0625}, {"softening", 0.01}});
  fresh->load(crowd(n));
  advance(*fresh);
  const auto again = with({{"dt", 0.0625}, {"softening", 0.01}});
  again->load(crowd(n));
  SilentTimer silent(hermite::contract().stages);
  again->advance(silent);
  again->load(crowd(n));
  for (const double t : again->field("block_time")) EXPECT_EQ(t, 0);
  advance(*again);
  expect_same_bits(stored(*fresh, n), stored(*again, n));
}

// The same whether stages are watched or enqueued as a whole.
TEST_P(Hermite, TakesTheSameStepsUnderAnyTimer) {
  const std::size_t n = 311;
  const auto silently = with({{"dt", 0.0625}, {"softening", 0.01}});
  const auto watched = with({{"dt", 0.0625}, {"softening", 0.01}});
  silently->load(crowd(n));
  watched->load(crowd(n));
  advance(*silently, 2);
  SampleTimer timer(hermite::contract().stages, watched->clock());
  for (int s = 0; s < 2; ++s) {
    watched->advance(timer);
    timer.end_step();
  }
  timer.collect();
  expect_same_bits(stored(*silently, n), stored(*watched, n));
  EXPECT_EQ(silently->counters(), watched->counters());
}

// Against the plain loop on the CPU: over a short span the same block steps are taken, and what
// parts the two is rounding.
TEST_P(Hermite, FollowsTheReference) {
  const std::size_t n = 401;
  const Particles bodies = crowd(n);
  const Numbers numbers{{"dt", 0.0625}, {"softening", 0.05}};
  const auto mine = with(numbers);
  const auto plain = make(hermite::contract(), {"cpu", Backend::kCpu, 1, {}, {}}, numbers);
  for (Algorithm* one : {mine.get(), plain.get()}) {
    one->load(bodies);
    advance(*one);
  }
  const Particles a = stored(*mine, n), b = stored(*plain, n);
  // Errors of the forces (force_limit) over dt^2 / 2 = 0.002 of accelerations up to 10.
  const double limit = exact() ? 1e-12 : force_limit();
  for (std::size_t i = 0; i < n; ++i) EXPECT_LE(length(a.position(i) - b.position(i)), limit) << i;
  if (exact()) {
    EXPECT_EQ(mine->counters(), plain->counters());
  }
}

TEST_P(Hermite, StepsTheFirstBodiesOnlyWhereAsked) {
  const std::size_t n = 97;
  const Particles bodies = crowd(n);
  const auto algorithm =
      with({{"dt", 0.001}, {"softening", 0.05}, {"active", 5}}, {{"steps", "shared"}});
  algorithm->load(bodies);
  advance(*algorithm, 2);
  const Particles after = stored(*algorithm, n);
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(after.position(i) == bodies.position(i), i >= 5) << i;
}

/// On the CPU there is nothing to wait for.
class HermiteOnDevice : public Hermite {};

TEST_P(HermiteOnDevice, WaitsAtMostOnceForABlockStep) {
  const auto algorithm = with({{"dt", 0.25}, {"softening", 0.01}});
  algorithm->load(crowd(1009));
  const auto before = algorithm->clock().waits();
  advance(*algorithm, 2);
  algorithm->clock().wait();
  const double waits = static_cast<double>(algorithm->clock().waits() - before);
  EXPECT_LE(waits, algorithm->counters().at("block_steps") + 1);
}

// Where a force is no number a body takes the longest step, and the run looks sound.
TEST_P(Hermite, EndsWithAReasonWhereAForceIsNotFinite) {
  Particles bodies = crowd(5);
  for (double& mass : bodies.mass) mass = 1e300;
  bodies.set_position(1, bodies.position(0) + Vec3<double>{1e-8, 0, 0});
  const auto algorithm = with({});
  algorithm->load(bodies);
  advance(*algorithm);
  try {
    stored(*algorithm, bodies.size());
    FAIL() << "was taken for sound";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("must be finite"), std::string::npos) << error.what();
  }
}

TEST(HermiteSettings, ThatDoNotGoTogetherAreRefused) {
  const auto settings = [](Backend backend, const Numbers& numbers, const Words& words) {
    Settings s(hermite::contract(), backend);
    for (const auto& [name, number] : numbers) s.set(name, number);
    for (const auto& [name, word] : words) s.set(name, std::string_view(word));
    return hermite::options(s);
  };
  using hermite::require_sound;
  EXPECT_NO_THROW(require_sound(settings(Backend::kCpu, {}, {})));
  EXPECT_NO_THROW(require_sound(settings(Backend::kCpu, {{"dt", 0.3}}, {{"steps", "shared"}})));
  EXPECT_THROW(require_sound(settings(Backend::kCpu, {{"dt", 0.3}}, {})), UsageError);
  EXPECT_THROW(require_sound(settings(Backend::kCpu, {{"step_least", 0.25}}, {})), UsageError);
  EXPECT_THROW(require_sound(settings(Backend::kCpu, {{"active", 3}}, {})), UsageError);
  EXPECT_THROW(require_sound(settings(Backend::kCuda, {}, {{"kernel", "paper"}})), UsageError);
  EXPECT_NO_THROW(require_sound(settings(
      Backend::kCuda, {}, {{"kernel", "paper"}, {"precision", "fp32"}, {"predict", "host"}})));
}

std::vector<Way> ways() {
  std::vector<Way> all{
      {"cpu_plain", Backend::kCpu, 1, {}, {{"loop", "plain"}}},
      {"cpu_plain_2_threads", Backend::kCpu, 2, {}, {{"loop", "plain"}}},
      {"cpu_best", Backend::kCpu, 2, {}, {{"loop", "best"}}},
      {"cpu_best_targets1", Backend::kCpu, 2, {{"targets", 1}}, {{"loop", "best"}}},
      {"cpu_best_targets2", Backend::kCpu, 2, {{"targets", 2}}, {{"loop", "best"}}},
      {"cpu_best_targets3", Backend::kCpu, 2, {{"targets", 3}}, {{"loop", "best"}}},
      {"cpu_best_targets4", Backend::kCpu, 2, {{"targets", 4}}, {{"loop", "best"}}},
      {"cuda_paper_fp32_host",
       Backend::kCuda,
       1,
       {},
       {{"kernel", "paper"}, {"precision", "fp32"}, {"predict", "host"}}},
  };
  for (const char* precision : {"fp32", "ds", "fp64"})
    for (const char* predict : {"host", "device"})
      all.push_back({std::string("cuda_best_") + precision + "_" + predict,
                     Backend::kCuda,
                     1,
                     {},
                     {{"precision", precision}, {"predict", predict}}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Every, Hermite, testing::ValuesIn(ways()), test_name);
INSTANTIATE_TEST_SUITE_P(Every, HermiteInDouble, testing::ValuesIn(only(ways(), in_double)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Every, HermiteOnDevice, testing::ValuesIn(only(ways(), on_cuda)),
                         test_name);

}  // namespace
}  // namespace tycho
