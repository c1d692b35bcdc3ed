// Whole steps: motion, and all sides and layouts from the same state.
#include <set>

#include "tests/pairs/pic_variants.hpp"

namespace tycho {
namespace {

class PicStep : public PicTest {};

// From the same state at each step, so that what is compared is one step and not its history.
TEST_P(PicStep, FollowsTheReferenceFromTheSameState) {
  const double dt = 0.1;
  const auto pic = make({{"dt", dt}}), expected = make_reference({{"dt", dt}});
  Particles state = random_particles(5003);
  for (int step = 0; step < 4; ++step) {
    pic->load(state);
    expected->load(state);
    advance(*pic, 1);
    advance(*expected, 1);
    const Particles a = by_id(stored(*pic)), b = by_id(stored(*expected));
    ASSERT_EQ(a.id, b.id);
    if (const auto counters = pic->counters(); counters.count("moved_particles")) {
      const Particles from = by_id(state);
      double moved = 0;
      for (std::size_t i = 0; i < a.size(); ++i)
        moved += std::floor(a.x[i]) != std::floor(from.x[i]) ||
                 std::floor(a.y[i]) != std::floor(from.y[i]);
      EXPECT_EQ(counters.at("moved_particles"), moved);
    }
    double field = 0;
    for (const char* name : {"ex", "ey"})
      for (const double e : expected->field(name)) field = std::max(field, std::abs(e));
    // Charges differ by their rounding, of 30 particles at a point and more, which the solver turns
    // into a field by the longest wave over 2 pi; the field of the new positions adds their own
    // rounding, which moves charge to the next point.
    const double kick = epsilon() * 40 * kNy / 6, later = kick + 30 * position_epsilon();
    const double speed = 8 * epsilon() + dt * (kick + later);
    const double position = 2 * position_epsilon() + dt * speed;
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a.mass[i], b.mass[i]);
      ASSERT_LE(around(a.x[i] - b.x[i], kNx), position) << i;
      ASSERT_LE(around(a.y[i] - b.y[i], kNy), position) << i;
      ASSERT_NEAR(a.vx[i], b.vx[i], speed) << i;
      ASSERT_NEAR(a.vy[i], b.vy[i], speed) << i;
      ASSERT_NEAR(a.ax[i], b.ax[i], later + field * position_epsilon()) << i;
      ASSERT_NEAR(a.ay[i], b.ay[i], later + field * position_epsilon()) << i;
      ASSERT_EQ(a.z[i], 0);
      ASSERT_EQ(a.vz[i], 0);
    }
    state = a;
    make_exact(state);
  }
}

// Fewer particles than a vector register has lanes, one more, and a prime number of them; rows and
// whole shares of the threads without any; and all particles in one row of cells.
TEST_P(PicStep, FollowsTheReferenceWithFewParticles) {
  const double dt = 0.01;
  for (const bool in_a_row : {false, true})
    for (const std::size_t n : {1u, 2u, 3u, 17u, 31u}) {
      const auto pic = make({{"dt", dt}}), expected = make_reference({{"dt", dt}});
      Particles p = random_particles(n);
      for (std::size_t i = 0; in_a_row && i < n; ++i) p.y[i] = 31 + 0.25 * double(i % 4);
      pic->load(p);
      expected->load(p);
      advance(*pic, 3);
      advance(*expected, 3);
      const Particles a = by_id(stored(*pic)), b = by_id(stored(*expected));
      ASSERT_EQ(a.id, b.id);
      double field = 1;
      for (const char* name : {"ex", "ey"})
        for (const double e : expected->field(name)) field = std::max(field, std::abs(e));
      // The field of few particles varies by itself over a cell, and their places are rounded.
      const double limit = 64 * field * (position_epsilon() + epsilon());
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_LE(around(a.x[i] - b.x[i], kNx), limit) << n;
        ASSERT_LE(around(a.y[i] - b.y[i], kNy), limit) << n;
        ASSERT_NEAR(a.vx[i], b.vx[i], limit) << n;
        ASSERT_NEAR(a.vy[i], b.vy[i], limit) << n;
      }
    }
}

// By the forces it says it has: x += dt (v + dt/2 a), v += dt/2 (a + a'), velocities as they are
// stored, at the time of the positions.
TEST_P(PicStep, MovesByTheLeapfrogOfItsOwnForces) {
  const double dt = 0.15;
  const auto pic = make({{"dt", dt}});
  const Particles p = by_id(random_particles(3001));
  pic->load(p);
  const Particles a = by_id(stored(*pic));
  advance(*pic, 1);
  const Particles b = by_id(stored(*pic));
  ASSERT_EQ(a.id, b.id);
  // Velocities of up to 4 are rounded three times.
  const double speed = 3 * 4 * epsilon(), position = 2 * position_epsilon() + dt * speed;
  double kicked = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a.x[i], p.x[i]) << i;
    ASSERT_NEAR(a.vx[i], p.vx[i], speed) << i;
    ASSERT_NEAR(a.vy[i], p.vy[i], speed) << i;
    const double vx = a.vx[i] + dt / 2 * a.ax[i], vy = a.vy[i] + dt / 2 * a.ay[i];
    ASSERT_LE(around(b.x[i] - a.x[i] - dt * vx, kNx), position) << i;
    ASSERT_LE(around(b.y[i] - a.y[i] - dt * vy, kNy), position) << i;
    ASSERT_NEAR(b.vx[i], vx + dt / 2 * b.ax[i], speed) << i;
    ASSERT_NEAR(b.vy[i], vy + dt / 2 * b.ay[i], speed) << i;
    kicked = std::max(kicked, std::abs(dt * a.ax[i]));
  }
  EXPECT_GT(kicked, 1e-2);
}

// A uniform plasma that drifts has no field, and every particle of a column crosses into the next
// cell in the same step.
TEST_P(PicStep, CarriesAUniformPlasmaAroundTheBox) {
  const double dt = 0.125;
  const int steps = 160;
  for (const auto& [vx, vy] : {std::pair{1.5, -5.25}, {-7.0, 0.75}}) {
    Particles p = electrons(3 * kNx * kNy);
    for (std::size_t i = 0; i < p.size(); ++i) {
      p.set_position(i, {i % kNx + 0.625, i / (3 * kNx) + (i / kNx % 3) / 4.0 + 0.125, 0});
      p.set_velocity(i, {vx, vy, 0});
    }
    const auto pic = make({{"dt", dt}});
    pic->load(p);
    advance(*pic, steps);
    const Particles start = by_id(p), end = by_id(stored(*pic));
    ASSERT_EQ(start.id, end.id);
    // The density along y, at three points in four of a cell, is not uniform on the grid to better
    // than rounding; fields of that rounding act for the whole time.
    const double time = steps * dt;
    const double limit = steps * position_epsilon() + time * time * 40 * epsilon() * kNy;
    for (std::size_t i = 0; i < p.size(); ++i) {
      ASSERT_LE(around(end.x[i] - start.x[i] - vx * time, kNx), limit) << i;
      ASSERT_LE(around(end.y[i] - start.y[i] - vy * time, kNy), limit) << i;
      ASSERT_NEAR(end.vx[i], vx, time * 40 * epsilon() * kNy + 8 * epsilon()) << i;
    }
  }
}

/// The rounding of single precision does not run backwards.
class PicStepInDouble : public PicStep {};

TEST_P(PicStepInDouble, CanBeRunBackwards) {
  const auto pic = make({{"dt", 0.1}});
  const Particles start = by_id(random_particles(2003));
  pic->load(start);
  advance(*pic, 50);
  Particles there = stored(*pic);
  for (auto* axis : {&there.vx, &there.vy})
    for (double& v : *axis) v = -v;
  pic->load(there);
  advance(*pic, 50);
  const Particles back = by_id(stored(*pic));
  ASSERT_EQ(back.id, start.id);
  for (std::size_t i = 0; i < back.size(); ++i) {
    ASSERT_LE(around(back.x[i] - start.x[i], kNx), 1e-10) << i;
    ASSERT_LE(around(back.y[i] - start.y[i], kNy), 1e-10) << i;
    ASSERT_NEAR(back.vx[i], -start.vx[i], 1e-10) << i;
  }
}

TEST_P(PicStep, RunsEveryStageOnce) {
  const auto pic = make();
  pic->load(random_particles(1009));
  SampleTimer timer(pic::contract().stages, pic->clock());
  pic->advance(timer);
  timer.end_step();
  std::set<std::string> served;
  for (std::size_t s = 0; s < pic::contract().stages.size(); ++s) {
    const int calls = timer.calls_per_step()[s];
    EXPECT_LE(calls, 1) << timer.name(static_cast<int>(s));
    if (calls == 0) continue;
    std::stringstream parts(timer.name(static_cast<int>(s)));
    for (std::string part; std::getline(parts, part, '+');)
      EXPECT_TRUE(served.insert(part).second) << part << " is done twice";
  }
  for (const char* row : {"deposit", "fft_forward", "field", "fft_inverse", "push"})
    EXPECT_TRUE(served.count(row)) << row;
  EXPECT_EQ(served.count("reorder"), is("layout", "scatter") ? 0u : 1u);
  for (const auto& samples : timer.collect()) EXPECT_GE(samples.at(0), 0);
}

TEST_P(PicStep, ReplaysAStageWithoutHarm) {
  const auto stages = pic::contract().stages;
  const auto pic = make(), once = make();
  for (std::size_t s = 0; s < stages.size(); ++s) {
    if (!stages[s].replayable) continue;
    const Particles p = random_particles(1009);
    pic->load(p);
    once->load(p);
    ReplayTimer timer(stages, pic->clock(), static_cast<int>(s), 7);
    pic->advance(timer);
    timer.collect();
    advance(*once, 1);
    const Particles a = by_id(stored(*pic)), b = by_id(stored(*once));
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_NEAR(a.x[i], b.x[i], 40 * position_epsilon()) << stages[s].id;
      ASSERT_NEAR(a.vx[i], b.vx[i], 400 * epsilon()) << stages[s].id;
    }
  }
}

/// Tiles add charges in any order unless `deterministic` is asked for.
class PicStepInOrder : public PicStep {};

TEST_P(PicStepInOrder, RepeatsToTheBit) {
  std::vector<Particles> runs;
  std::vector<std::vector<double>> charges;
  for (int run = 0; run < 2; ++run) {
    const auto pic = make({{"dt", 0.1}});
    pic->load(random_particles(5003));
    advance(*pic, 5);
    runs.push_back(by_id(stored(*pic)));
    charges.push_back(pic->field("charge_density"));
  }
  EXPECT_EQ(charges[0], charges[1]);
  expect_same_bits(runs[0], runs[1]);
}

/// Loops whose sums have one order for any number of threads.
class PicStepOnThreads : public PicStep {};

TEST_P(PicStepOnThreads, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const std::size_t n : {1u, 61u, 5003u}) {
    std::vector<Particles> ends;
    for (const int threads : {1, 2, 3, 7, 40}) {
      Way way = GetParam();
      way.threads = threads;
      const auto pic = make_way(way, {{"dt", 0.02}});
      pic->load(random_particles(n));
      advance(*pic, 5);
      ends.push_back(stored(*pic));
    }
    for (const Particles& end : ends) expect_same_bits(end, ends.front());
  }
}

/// The transform `batched` is planned for a number of threads.
bool best_loop(const Way& way) {
  return way.words.count("loop") > 0 && way.words.at("fft") == "library";
}
INSTANTIATE_TEST_SUITE_P(Ways, PicStepOnThreads, ::testing::ValuesIn(only(pic_ways(), best_loop)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Ways, PicStep, ::testing::ValuesIn(pic_ways()), test_name);
INSTANTIATE_TEST_SUITE_P(Ways, PicStepInDouble,
                         ::testing::ValuesIn(only(pic_ways(),
                                                  [](const Way& way) { return !way.single(); })),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Ways, PicStepInOrder, ::testing::ValuesIn(only(pic_ways(), adds_in_order)),
                         test_name);

}  // namespace
}  // namespace tycho
