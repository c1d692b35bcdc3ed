// All-pairs leapfrog: every loop and every kernel under the same tests.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "core/contracts/all_pairs.hpp"
#include "core/formulas/pair_force.hpp"
#include "core/philox.hpp"
#include "tests/pairs/backends.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

// Unequal masses, no symmetry, one close pair, one body far out.
Particles lopsided(std::size_t n) {
  Particles p(n);
  const Random random(20251115);
  for (std::size_t i = 0; i < n; ++i) {
    p.mass[i] = random.uniform(i, 0.1, 3.0, 0) / static_cast<double>(n);
    p.set_position(i, {random.uniform(i, -1, 1, 1), random.uniform(i, 0, 3, 2),
                       random.uniform(i, -0.1, 0.2, 3)});
    p.set_velocity(i, {random.uniform(i, -1, 0.5, 4), random.uniform(i, 0, 0.1, 5),
                       random.uniform(i, -0.3, 0.3, 6)});
    p.id[i] = 7 * i + 3;
  }
  if (n > 2) p.set_position(1, {p.x[0] + 1e-3, p.y[0], p.z[0] - 2e-3});
  if (n > 3) p.set_position(2, {40, -30, 20});
  return p;
}

std::vector<Vec3<double>> direct(const Particles& p, double softening) {
  std::vector<Vec3<double>> sums(p.size());
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < p.size(); ++j)
      if (i != j)
        sums[i] += pair_force(p.position(j) - p.position(i), p.mass[j], softening * softening);
  return sums;
}

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

// The largest |a - b| / |b| over all bodies; NaN where one is.
double worst_difference(const Particles& p, const std::vector<Vec3<double>>& expected) {
  double worst = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double error = length(p.acceleration(i) - expected[i]) / length(expected[i]);
    if (!std::isnan(worst) && !(error <= worst)) worst = error;  // NaN stays
  }
  return worst;
}

class AllPairs : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }
  std::unique_ptr<Algorithm> with(const Numbers& numbers) {
    return make(all_pairs::contract(), GetParam(), numbers);
  }
  void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(all_pairs::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }
};

// Partial tiles, fewer bodies than a block or a warp, primes, exact multiples. The limits:
// positions rounded to single precision move the close pair's separation of 2e-3 by up to 2e-7, a
// relative 1e-4, tripled by the cube; double has 1e-13 left of that.
TEST_P(AllPairs, GivesTheForceOfDirectSummationForAnyNumberOfBodies) {
  const double softening = 0.01;
  const double limit = GetParam().single() ? 3e-4 : 1e-12;
  for (const int n :
       {2, 3, 5, 7, 8, 15, 16, 17, 31, 32, 33, 127, 256, 257, 1021, 1024, 1537, 3079}) {
    const Particles bodies = lopsided(n);
    const auto algorithm = with({{"softening", softening}});
    algorithm->load(bodies);
    Particles loaded(n);
    loaded.poison();
    algorithm->store(loaded);
    EXPECT_LE(worst_difference(loaded, direct(bodies, softening)), limit) << "n = " << n;
    EXPECT_EQ(loaded.id, bodies.id);
  }
}

TEST_P(AllPairs, GoesOnFromACheckpointToTheBit) {
  const std::size_t n = 157;
  const Particles bodies = lopsided(n);
  const Numbers numbers{{"dt", 0.01}, {"softening", 0.02}};
  const auto first = with(numbers), second = with(numbers);
  first->load(bodies);
  advance(*first, 3);
  const std::vector<double> checkpoint = first->checkpoint();
  advance(*first, 3);
  second->restore(bodies, checkpoint);
  advance(*second, 3);
  Particles straight(n), restarted(n);
  for (Particles* stored : {&straight, &restarted}) stored->poison();
  first->store(straight);
  second->store(restarted);
  expect_same_bits(straight, restarted);
  EXPECT_THROW(second->restore(lopsided(n - 1), checkpoint), UsageError);
}

/// Kernels have other shapes for other sizes; on the CPU one loop serves all sizes.
class AllPairsKernels : public AllPairs {};

// Held against a sample of bodies.
TEST_P(AllPairsKernels, GivesTheForceOfDirectSummationForManyBodies) {
  const double softening = 0.05;
  for (const int n : {6151, 12289, 50021}) {
    const Particles bodies = lopsided(n);
    const auto algorithm = with({{"softening", softening}});
    algorithm->load(bodies);
    Particles loaded(n);
    loaded.poison();
    algorithm->store(loaded);
    for (int i = 0; i < n; ++i) ASSERT_TRUE(std::isfinite(loaded.ax[i])) << i;
    for (int i = 0; i < n; i += i < n - 64 ? 997 : 1) {
      Vec3<double> sum;
      for (int j = 0; j < n; ++j)
        sum += pair_force(bodies.position(j) - bodies.position(i), bodies.mass[j],
                          softening * softening);
      const double error = length(loaded.acceleration(i) - sum) / length(sum);
      ASSERT_LE(error, GetParam().single() ? 5e-5 : 1e-12) << "n = " << n << ", body " << i;
    }
  }
}

TEST_P(AllPairs, OneBodyMovesStraightOn) {
  Particles one(1);
  one.mass[0] = 2;
  one.set_position(0, {1, 2, 3});
  one.set_velocity(0, {0.5, -1, 0.25});
  const auto algorithm = with({{"dt", 0.5}, {"softening", 0}});
  algorithm->load(one);
  advance(*algorithm, 4);
  Particles after(1);
  after.poison();
  algorithm->store(after);
  EXPECT_EQ(after.position(0), (Vec3<double>{2, 0, 3.5}));
  EXPECT_EQ(after.velocity(0), (Vec3<double>{0.5, -1, 0.25}));
}

TEST_P(AllPairs, TakesCoincidentBodiesWithoutSoftening) {
  Particles bodies = lopsided(37);
  bodies.set_position(5, bodies.position(4));
  const auto algorithm = with({{"softening", 0}});
  algorithm->load(bodies);
  Particles loaded(37);
  algorithm->store(loaded);
  for (std::size_t i = 0; i < 37; ++i) EXPECT_TRUE(std::isfinite(loaded.ax[i])) << i;
}

// The factor of a body's pair with itself, m times the inverse cube of the floor under the
// softening, overflows for heavy bodies unless the masses are held in a larger unit.
TEST_P(AllPairs, TakesBodiesOfAnyMassWithoutSoftening) {
  const Particles ordinary = lopsided(257);
  for (const double heavier : {1e-30, 400.0 * 257, 1e30}) {
    Particles bodies = ordinary;
    for (double& mass : bodies.mass) mass *= heavier;
    const auto algorithm = with({{"softening", 0}});
    algorithm->load(bodies);
    Particles loaded(257);
    loaded.poison();
    algorithm->store(loaded);
    EXPECT_LE(worst_difference(loaded, direct(bodies, 0)), GetParam().single() ? 1e-3 : 1e-12)
        << "masses times " << heavier;
    for (std::size_t i = 0; i < 257; ++i)
      EXPECT_NEAR(loaded.mass[i] / bodies.mass[i], 1, 1e-7) << "masses times " << heavier;
  }
}

// A circular orbit of two unequal masses, quarter period by quarter period, against the analytic
// one; halving the step divides the error by four.
double orbit_error(Algorithm& algorithm, int steps, const std::function<void(int)>& advance_by) {
  const double m0 = 3, m1 = 1, distance = 1;
  const double speed = std::sqrt((m0 + m1) / distance);
  Particles two(2);
  two.mass = {m0, m1};
  two.set_position(0, {-m1 / (m0 + m1), 0, 0});
  two.set_position(1, {m0 / (m0 + m1), 0, 0});
  two.set_velocity(0, {0, -speed * m1 / (m0 + m1), 0});
  two.set_velocity(1, {0, speed * m0 / (m0 + m1), 0});
  algorithm.load(two);
  advance_by(steps);
  Particles after(2);
  after.poison();
  algorithm.store(after);
  const double angle = speed;  // of one time unit
  const Vec3<double> separation = after.position(1) - after.position(0);
  return length(separation - Vec3<double>{std::cos(angle), std::sin(angle), 0});
}

TEST_P(AllPairs, ConvergesToTheKeplerOrbitAtSecondOrder) {
  double previous = 0;
  for (const int steps : {32, 64, 128}) {
    const auto algorithm = with({{"dt", 1.0 / steps}, {"softening", 0}});
    const double error = orbit_error(*algorithm, steps, [&](int n) { advance(*algorithm, n); });
    EXPECT_GT(error, 0);
    if (previous > 0) {
      EXPECT_NEAR(previous / error, 4, 0.1) << steps << " steps";
    }
    previous = error;
  }
}

TEST_P(AllPairs, RunsBackToWhereItStarted) {
  // A leapfrog is time-reversible: forward, velocities turned round, forward again. What is left is
  // rounding, which the pull of the close pair amplifies.
  const int n = 61, steps = 20;
  Particles bodies = lopsided(n);
  const auto algorithm = with({{"dt", 1e-3}, {"softening", 0.05}});
  algorithm->load(bodies);
  advance(*algorithm, steps);
  Particles turned(n);
  algorithm->store(turned);
  for (auto* component : {&turned.vx, &turned.vy, &turned.vz})
    for (double& v : *component) v = -v;
  algorithm->load(turned);
  advance(*algorithm, steps);
  Particles back(n);
  back.poison();
  algorithm->store(back);
  for (int i = 0; i < n; ++i)
    ASSERT_LE(length(back.position(i) - bodies.position(i)), GetParam().single() ? 2e-5 : 1e-12)
        << i;
}

TEST_P(AllPairs, RepeatsToTheBit) {
  const int n = 517;
  Particles first(n), second(n);
  for (Particles* after : {&first, &second}) {
    const auto algorithm = with({{"dt", 1e-3}});
    algorithm->load(lopsided(n));
    advance(*algorithm, 3);
    algorithm->store(*after);
  }
  expect_same_bits(first, second);
}

// A body's sum is one thread's, in the order of the sources.
TEST(AllPairsBest, GivesTheSameBitsOnAnyNumberOfThreads) {
  const int n = 1021;
  for (const char* precision : {"fp32", "fp64"}) {
    Particles first(n);
    for (const int threads : {1, 2, 3, 7}) {
      const Way way = on(Backend::kCpu, {{"loop", "best"}, {"precision", precision}}, threads);
      const auto algorithm = make(all_pairs::contract(), way, {});
      algorithm->load(lopsided(n));
      Particles after(n);
      after.poison();
      algorithm->store(after);
      if (threads == 1) first = after;
      expect_same_bits(first, after);
    }
  }
}

std::vector<Way> ways() {
  std::vector<Way> all{
      {"cpu_plain_fp64", Backend::kCpu, 1, {}, {{"loop", "plain"}}},
      {"cpu_plain_fp64_2_threads", Backend::kCpu, 2, {}, {{"loop", "plain"}}},
      {"cpu_plain_fp32", Backend::kCpu, 1, {}, {{"loop", "plain"}, {"precision", "fp32"}}},
      {"cpu_symmetric_fp64", Backend::kCpu, 1, {}, {{"loop", "symmetric"}}},
      {"cpu_best_fp64", Backend::kCpu, 2, {}, {{"loop", "best"}}},
      {"cpu_best_fp32", Backend::kCpu, 2, {}, {{"loop", "best"}, {"precision", "fp32"}}},
  };
  for (const char* precision : {"fp32", "fp64"}) {
    for (const double targets : {1, 2, 3, 4})
      all.push_back(on(Backend::kCpu, {{"loop", "best"}, {"precision", precision}}, 2,
                       {{"targets", targets}}));
    all.push_back({std::string("cuda_best_") + precision,
                   Backend::kCuda,
                   1,
                   {},
                   {{"kernel", "best"}, {"precision", precision}}});
    for (const int bodies : {8, 32, 256})  // shapes that other sizes would take
      all.push_back({"cuda_best_" + std::string(precision) + "_" + std::to_string(bodies),
                     Backend::kCuda,
                     1,
                     {{"bodies_per_block", double(bodies)}},
                     {{"kernel", "best"}, {"precision", precision}}});
    for (const auto& [block, unroll] :
         {std::pair{16, 32}, {32, 8}, {64, 2}, {128, 16}, {256, 1}, {512, 4}, {1024, 16}, {128, 0}})
      all.push_back({"cuda_tiled_" + std::string(precision) + "_" + std::to_string(block) + "_" +
                         std::to_string(unroll),
                     Backend::kCuda,
                     1,
                     {{"threads_per_block", double(block)}, {"unroll", double(unroll)}},
                     {{"kernel", "tiled"}, {"precision", precision}}});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Every, AllPairs, testing::ValuesIn(ways()), test_name);
INSTANTIATE_TEST_SUITE_P(Every, AllPairsKernels, testing::ValuesIn(only(ways(), on_cuda)),
                         test_name);

}  // namespace
}  // namespace tycho
