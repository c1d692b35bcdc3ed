// What the interface's calls mean: one test for each sentence of its description.
#include <algorithm>

#include "tests/g6/grape.hpp"

namespace tycho {
namespace {

using Meaning = G6;
INSTANTIATE_TEST_SUITE_P(Engines, Meaning, testing::ValuesIn(engine_ways()), way_name);

// One body alone: its force says where it is, its jerk how it moves.
struct Seen {
  std::array<double, 3> x, v;
};
Seen seen(const Pulled& pulled, double mass, const Point& from) {
  const double a = size_of(pulled.acc), r = std::sqrt(mass / a), r3 = r * r * r;
  Seen out;
  double jr = 0;
  for (int k = 0; k < 3; ++k) jr += pulled.jerk[k] * pulled.acc[k] / a * r;
  const double rv = -0.5 * jr * r3 / mass;
  for (int k = 0; k < 3; ++k) {
    const double rk = pulled.acc[k] / a * r;
    out.x[k] = from.x[k] + rk;
    out.v[k] = from.v[k] + pulled.jerk[k] * r3 / mass + 3 * rv * rk / (r * r);
  }
  return out;
}

TEST_P(Meaning, PredictsWithHalfASixthAndAnEighteenthForwardsAndBackwards) {
  Body body{4,
            0.25,
            0.5,
            {1, 2, 3},
            {0.3, -0.2, 0.1},
            {0.2, 0.1, -0.3},
            {-0.1, 0.4, 0.2},
            {0.5, -0.6, 0.7}};
  const Point from{-1, {0.1, 0.2, 0.3}, {0.05, 0.1, -0.2}, 0};
  for (const double ti : {0.25, 1.0, -0.5}) {
    Grape grape(fresh());
    grape.send(0, body);
    grape.time(ti);
    const auto pulled = grape.pull(1, {from}, 0);
    const Seen got = seen(pulled[0], body.mass, from);
    Seen want;
    predict(body, ti, want.x, want.v);
    // The formula written out: x + d v + d^2 a/2 + d^3 j/6 + d^4 s/24, v + d a + d^2 j/2 + d^3 s/6.
    const double d = ti - body.t;
    for (int k = 0; k < 3; ++k) {
      const double a = 2 * body.aby2[k], j = 6 * body.a1by6[k], s = 18 * body.a2by18[k];
      EXPECT_NEAR(
          want.x[k],
          body.x[k] + d * body.v[k] + d * d * a / 2 + d * d * d * j / 6 + d * d * d * d * s / 24,
          1e-14);
      EXPECT_NEAR(want.v[k], body.v[k] + d * a + d * d * j / 2 + d * d * d * s / 6, 1e-14);
      EXPECT_NEAR(got.x[k], want.x[k], 10 * relative()) << "at " << ti;
      EXPECT_NEAR(got.v[k], want.v[k], 30 * relative()) << "at " << ti;
    }
  }
}

TEST_P(Meaning, TheStepOfAParticleIsUnused) {
  Body body = some_bodies(1)[0];
  const Point from{-1, {0, 0, 5}, {0, 0, 0}, 0};
  Grape grape(fresh());
  grape.time(1);
  std::vector<Pulled> results;
  for (double dt : {0.5, double{NAN}, -1e300}) {
    int address = 0;
    ASSERT_EQ(g6_set_j_particle_(grape.id(), &address, &body.index, &body.t, &dt, &body.mass,
                                 body.a2by18.data(), body.a1by6.data(), body.aby2.data(),
                                 body.v.data(), body.x.data()),
              TYCHO_G6_OK);
    results.push_back(grape.pull(1, {from}, 0)[0]);
  }
  for (const Pulled& one : results) EXPECT_EQ(one.acc, results[0].acc);
}

TEST_P(Meaning, SumsForceJerkAndPotentialOverAllPairs) {
  for (const double eps2 : {0.0, 1.0 / 65536, 0.04})
    for (const int n : {1, 31, 257}) {
      const auto bodies = some_bodies(n);
      const double ti = 0.375;
      const auto points = points_of(bodies, 97, ti);
      Grape grape(fresh());
      grape.send(bodies);
      grape.time(ti);
      const auto got = grape.pull(n, points, eps2);
      for (std::size_t i = 0; i < points.size(); ++i)
        expect_same(got[i], expected(bodies, n, ti, points[i], eps2), relative());
    }
}

// More than the library keeps waiting for the next call, some of them more than once, before and
// after the time is set.
TEST_P(Meaning, OfManyParticlesSentOneByOneTheLastOfEachAddressCounts) {
  constexpr int kMany = 13003;
  auto bodies = some_bodies(kMany);
  Grape grape(fresh());
  grape.send(bodies);
  grape.time(0);
  const auto points = points_of(bodies, 7, 0.25);
  grape.pull(kMany, points, 0.01);
  for (const double ti : {0.25, 0.5}) {
    for (int j = 0; j < kMany; ++j) {
      bodies[j].x[j % 3] += 0.125;
      grape.send(j, bodies[j]);
      if (j == 2100) grape.time(ti);
    }
    for (const int again : {5, 2099, 4999, 12999}) {
      bodies[again].mass *= 50;
      grape.send(again, bodies[again]);
    }
    const auto got = grape.pull(kMany, points, 0.01);
    for (std::size_t i = 0; i < points.size(); ++i)
      expect_same(got[i], expected(bodies, kMany, ti, points[i], 0.01), relative());
  }
}

TEST_P(Meaning, GravityPullsTowardsAndThePotentialIsNegative) {
  Grape grape(fresh());
  Body body{1, 0, 2, {3, 0, 0}, {0, 1, 0}, {}, {}, {}};
  grape.send(0, body);
  grape.time(0);
  const Pulled got = grape.pull(1, {{2, {0, 0, 0}, {0, 0, 0}, 0}}, 16)[0];
  // d^2 = 9 + 16 = 25: acc = 2 * 3 / 125, jerk = 2 * (0, 1, 0) / 125, pot = -2 / 5; G = 1.
  EXPECT_NEAR(got.acc[0], 0.048, 0.048 * relative());
  EXPECT_NEAR(got.jerk[1], 0.016, 0.016 * relative());
  EXPECT_NEAR(got.pot, -0.4, 0.4 * relative());
  EXPECT_EQ(got.acc[1], 0);
  EXPECT_EQ(got.jerk[0], 0);
}

TEST_P(Meaning, SkipsAPairByIndexNeverByAddressOrDistance) {
  Grape grape(fresh());
  // Body 0 has the index 5, body 5 the index 0, body 6 stands where body 0 stands.
  auto bodies = some_bodies(7);
  for (int j = 0; j < 7; ++j) bodies[j].index = 5 - j;
  bodies[6].x = bodies[0].x;
  bodies[6].index = 40;
  for (Body& b : bodies) b.t = 0;
  grape.send(bodies);
  grape.time(0);
  const double eps2 = 0.01;
  std::vector<Point> points;
  for (const int index : {5, 0, 40, 6, -1}) points.push_back({index, bodies[0].x, bodies[0].v, 0});
  const auto got = grape.pull(7, points, eps2);
  for (std::size_t i = 0; i < points.size(); ++i)
    expect_same(got[i], expected(bodies, 7, 0, points[i], eps2), relative());
  EXPECT_EQ(got[0].nearest, 40);
  EXPECT_EQ(got[2].nearest, 5);
}

TEST_P(Meaning, TheIndexMinusOneMatchesNothingNotEvenABodyOfThatIndex) {
  Grape grape(fresh());
  Body body{-1, 0, 1, {1, 0, 0}, {}, {}, {}, {}};
  grape.send(0, body);
  const Pulled got = grape.pull(1, {{-1, {0, 0, 0}, {0, 0, 0}, 0}}, 0)[0];
  EXPECT_NEAR(got.pot, -1, relative());
  EXPECT_EQ(got.nearest, -1);
}

TEST_P(Meaning, TwoBodiesInOnePlaceWithoutSofteningGiveNoNaN) {
  Grape grape(fresh());
  auto bodies = some_bodies(3);
  for (Body& b : bodies) b.t = 0;
  bodies[1].x = bodies[0].x;
  grape.send(bodies);
  grape.time(0);
  const Point at{bodies[0].index, bodies[0].x, bodies[0].v, 0};
  expect_same(grape.pull(3, {at}, 0)[0], expected(bodies, 3, 0, at, 0), relative());
}

TEST_P(Meaning, OnlySlotsBelowNjAct) {
  Grape grape(fresh());
  const auto bodies = some_bodies(50);
  grape.send(bodies);
  grape.time(0.25);
  const auto points = points_of(bodies, 5, 0.25);
  for (const int nj : {50, 1, 17, 0, 50}) {
    const auto got = grape.pull(nj, points, 0.01);
    for (std::size_t i = 0; i < points.size(); ++i)
      expect_same(got[i], expected(bodies, nj, 0.25, points[i], 0.01), relative());
  }
}

TEST_P(Meaning, IndicesMayBeAnyInteger) {
  Grape grape(fresh());
  auto bodies = some_bodies(4);
  bodies[0].index = std::numeric_limits<int>::min();
  bodies[1].index = std::numeric_limits<int>::max();
  bodies[2].index = -2;
  bodies[3].index = 0;
  grape.send(bodies);
  grape.time(0.5);
  std::vector<Point> points;
  for (const Body& b : bodies) {
    points.push_back({b.index, {}, {}, 0});
    predict(b, 0.5, points.back().x, points.back().v);
  }
  const auto got = grape.pull(4, points, 0);
  for (std::size_t i = 0; i < 4; ++i)
    expect_same(got[i], expected(bodies, 4, 0.5, points[i], 0), relative());
}

TEST_P(Meaning, SeveralBodiesOfOneIndexAreAllSkipped) {
  Grape grape(fresh());
  auto bodies = some_bodies(6);
  bodies[1].index = bodies[4].index = 77;
  grape.send(bodies);
  grape.time(0);
  const Point at{77, {0.5, 0.25, -0.5}, {}, 0};
  expect_same(grape.pull(6, {at}, 0)[0], expected(bodies, 6, 0, at, 0), relative());
}

TEST_P(Meaning, TheOldForcesAreHintsThatMayBeZeroOrRubbishOrMissing) {
  Grape grape(fresh());
  const auto bodies = some_bodies(20);
  grape.send(bodies);
  grape.time(0.125);
  const Point at = points_of(bodies, 1, 0.125)[0];
  const Pulled want = grape.pull(20, {at}, 0.01)[0];
  int nj = 20, ni = 1, index = at.index;
  double eps2 = 0.01, h2 = 0;
  double x[1][3] = {{at.x[0], at.x[1], at.x[2]}}, v[1][3] = {{at.v[0], at.v[1], at.v[2]}};
  double rubbish[1][3] = {{NAN, INFINITY, -1e300}}, phi = NAN;
  for (const bool given : {true, false}) {
    g6calc_firsthalf_(grape.id(), &nj, &ni, &index, x, v, given ? rubbish : nullptr,
                      given ? rubbish : nullptr, given ? &phi : nullptr, &eps2, &h2);
    std::vector<Pulled> got;
    ASSERT_EQ(grape.last(nj, 1, got), TYCHO_G6_OK);
    EXPECT_EQ(got[0].acc, want.acc);
    EXPECT_EQ(got[0].jerk, want.jerk);
  }
}

TEST_P(Meaning, LasthalfGivesTheSameAsLasthalf2WithoutNeighbours) {
  Grape grape(fresh());
  const auto bodies = some_bodies(33);
  grape.send(bodies);
  grape.time(0.125);
  const auto points = points_of(bodies, 9, 0.125);
  const auto want = grape.pull(33, points, 0);
  grape.first(33, points, 0);
  int nj = 33, ni = 9;
  double eps2 = 0;
  std::vector<std::array<double, 3>> acc(9), jerk(9);
  std::vector<double> pot(9);
  ASSERT_EQ(g6calc_lasthalf_(grape.id(), &nj, &ni, nullptr, nullptr, nullptr, &eps2, nullptr,
                             rows(acc), rows(jerk), pot.data()),
            TYCHO_G6_OK);
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(acc[i], want[i].acc);
    EXPECT_EQ(jerk[i], want[i].jerk);
    EXPECT_EQ(pot[i], want[i].pot);
  }
}

}  // namespace
}  // namespace tycho
