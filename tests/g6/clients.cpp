// What real clients do, and the library must bear. The sixth demand, clients that define the C
// names themselves, is in package.cmake, since it takes programs of their own.
#include "tests/g6/grape.hpp"

namespace tycho {
namespace {

using Clients = G6;
INSTANTIATE_TEST_SUITE_P(Engines, Clients, testing::ValuesIn(engine_ways()), way_name);

TEST_P(Clients, OpenWithAnyNumberAndWithANullPointer) {
  const auto bodies = some_bodies(5);
  const Point at{-1, {0, 0, 4}, {}, 0};
  for (const int number : {65535, -1, std::numeric_limits<int>::max()}) {
    Grape grape(number);
    ASSERT_EQ(grape.opened(), TYCHO_G6_OK);
    grape.send(bodies);
    grape.time(0);
    expect_same(grape.pull(5, {at}, 0)[0], expected(bodies, 5, 0, at, 0), relative());
  }
  ASSERT_EQ(g6_open_(nullptr), TYCHO_G6_OK);
  Grape zero(0);  // a null pointer is cluster 0
  zero.send(bodies);
  zero.time(0);
  expect_same(zero.pull(5, {at}, 0)[0], expected(bodies, 5, 0, at, 0), relative());
}

// A device number of -1 or 65535 at open, the number of an MPI rank in every call after it.
TEST_P(Clients, OpenOneNumberAndUseAnother) {
  const auto bodies = some_bodies(40);
  const auto points = points_of(bodies, 9, 0.25);
  Grape opened(fresh());
  ASSERT_EQ(opened.opened(), TYCHO_G6_OK);
  Grape used = Grape::unopened(fresh());
  used.send(bodies);
  ASSERT_EQ(used.time(0.25), TYCHO_G6_OK);
  const auto got = used.pull(40, points, 0.01);
  for (int i = 0; i < 9; ++i)
    expect_same(got[i], expected(bodies, 40, 0.25, points[i], 0.01), relative());
  // It is a set of particles of its own.
  std::vector<Pulled> none;
  testing::internal::CaptureStderr();
  opened.first(1, {points[0]}, 0.01);
  EXPECT_EQ(opened.last(1, 1, none), TYCHO_G6_BAD_ORDER);
  testing::internal::GetCapturedStderr();
}

TEST_P(Clients, GetTheSettingsOfTheNumberThatWasOpened) {
  const int opened = fresh();
  {
    const Variable neighbours("TYCHO_G6_NEIGHBOURS", "3");
    int id = opened;
    ASSERT_EQ(g6_open_(&id), TYCHO_G6_OK);
  }
  Grape used = Grape::unopened(fresh());
  const auto bodies = some_bodies(12);
  used.send(bodies);
  used.time(0);
  used.pull(12, {{-1, {}, {}, 100}}, 0);
  EXPECT_EQ(g6_read_neighbour_list_(used.id()), TYCHO_G6_OVERFLOW) << "12 neighbours, room for 3";
  int id = opened;
  EXPECT_EQ(g6_close_(&id), TYCHO_G6_OK);
}

TEST_P(Clients, CloseTheNumberTheyOpenedAndAllIsClosed) {
  int opened = fresh(), used = fresh();
  double ti = 0;
  ASSERT_EQ(g6_open_(&opened), TYCHO_G6_OK);
  ASSERT_EQ(g6_set_ti_(&used, &ti), TYCHO_G6_OK);
  ASSERT_EQ(g6_close_(&opened), TYCHO_G6_OK);
  testing::internal::CaptureStderr();
  EXPECT_EQ(g6_set_ti_(&used, &ti), TYCHO_G6_NOT_OPEN);
  EXPECT_EQ(g6_close_(&used), TYCHO_G6_OK) << "closed with the other one: no error of the client's";
  EXPECT_EQ(g6_close_(&used), TYCHO_G6_NOT_OPEN);
  testing::internal::GetCapturedStderr();
}

TEST_P(Clients, CallFirsthalfAgainAndAgainWithoutLasthalfWithAllPipesAndRepeatedIds) {
  Grape grape(fresh());
  const auto bodies = some_bodies(64);
  grape.send(bodies);
  grape.time(0.25);
  const int pipes = g6_npipes_();
  std::vector<Point> same(pipes, points_of(bodies, 1, 0.25)[0]);
  for (int again = 0; again < 3; ++again) grape.first(64, same, 0.01);
  grape.first(1, {same[0]}, 0.5);
  const auto other = points_of(bodies, 7, 0.25);
  grape.first(64, other, 0.02);
  std::vector<Pulled> got;
  ASSERT_EQ(grape.last(64, 7, got), TYCHO_G6_OK);
  for (int i = 0; i < 7; ++i)
    expect_same(got[i], expected(bodies, 64, 0.25, other[i], 0.02), relative());

  grape.first(64, same, 0.01);
  ASSERT_EQ(grape.last(64, pipes, got), TYCHO_G6_OK);
  const Pulled want = expected(bodies, 64, 0.25, same[0], 0.01);
  for (int i = 0; i < pipes; i += 997) {
    expect_same(got[i], want, relative());
    EXPECT_EQ(got[i].acc, got[0].acc) << "the same point, another force";
  }
}

TEST_P(Clients, GiveArraysThatAreInputsAndOutputs) {
  Grape grape(fresh());
  const auto bodies = some_bodies(30);
  grape.send(bodies);
  grape.time(0.5);
  const auto points = points_of(bodies, 6, 0.5);
  const auto want = grape.pull(30, points, 0.01);
  int nj = 30, ni = 6;
  double eps2 = 0.01;
  std::vector<int> index(6);
  std::vector<std::array<double, 3>> x(6), v(6), force(6), other(6);
  std::vector<double> pot(6), h2(6);
  for (int i = 0; i < 6; ++i) {
    index[i] = points[i].index;
    x[i] = points[i].x;
    v[i] = points[i].v;
  }
  // The old forces are where the new ones come.
  g6calc_firsthalf_(grape.id(), &nj, &ni, index.data(), rows(x), rows(v), rows(force), rows(other),
                    pot.data(), &eps2, h2.data());
  ASSERT_EQ(g6calc_lasthalf_(grape.id(), &nj, &ni, index.data(), rows(x), rows(v), &eps2, h2.data(),
                             rows(force), rows(other), pot.data()),
            0);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(force[i], want[i].acc);
    EXPECT_EQ(other[i], want[i].jerk);
  }
  // One array for acceleration and jerk: the jerk is left in it, the rest is right.
  g6calc_firsthalf_(grape.id(), &nj, &ni, index.data(), rows(x), rows(v), rows(force), rows(force),
                    pot.data(), &eps2, h2.data());
  ASSERT_EQ(g6calc_lasthalf_(grape.id(), &nj, &ni, index.data(), rows(x), rows(v), &eps2, h2.data(),
                             rows(force), rows(force), pot.data()),
            0);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(force[i], want[i].jerk);
    EXPECT_EQ(pot[i], want[i].pot);
  }
  // Results over the positions they were asked for at.
  g6calc_firsthalf_(grape.id(), &nj, &ni, index.data(), rows(x), rows(v), rows(x), rows(v),
                    pot.data(), &eps2, h2.data());
  ASSERT_EQ(g6calc_lasthalf_(grape.id(), &nj, &ni, index.data(), rows(x), rows(v), &eps2, h2.data(),
                             rows(x), rows(v), pot.data()),
            0);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(x[i], want[i].acc);
}

TEST_P(Clients, GiveOneArrayForAllResults) {
  Grape grape(fresh());
  const auto bodies = some_bodies(30);
  grape.send(bodies);
  const auto points = points_of(bodies, 50, 0);
  const auto want = grape.pull(30, points, 0.01);
  int nj = 30, ni = 50;
  double eps2 = 0.01;
  std::vector<std::array<double, 3>> one(ni);
  grape.first(nj, points, eps2);
  ASSERT_EQ(g6calc_lasthalf_(grape.id(), &nj, &ni, nullptr, nullptr, nullptr, &eps2, nullptr,
                             rows(one), rows(one), one[0].data()),
            0);
  // The potentials are left in its first third, jerks in the rest.
  for (int i = 0; i < ni; ++i) ASSERT_EQ(one[0].data()[i], want[i].pot) << i;
  for (int i = ni / 3 + 1; i < ni; ++i) ASSERT_EQ(one[i], want[i].jerk) << i;
}

TEST_P(Clients, SendParticlesInAnyOrderRepeatedlyAndAfterTheTimeIsSet) {
  Grape grape(fresh());
  auto bodies = some_bodies(101);
  const auto old = some_bodies(101, 99);
  // Backwards, with stale copies before the right ones.
  for (int j = 100; j >= 0; --j) {
    grape.send((j * 37) % 101, old[j]);
    grape.send(j, bodies[j]);
  }
  for (int j = 0; j < 101; ++j) grape.send(j, bodies[j]);
  grape.time(0.25);
  auto points = points_of(bodies, 20, 0.25);
  auto got = grape.pull(101, points, 0.01);
  for (int i = 0; i < 20; ++i)
    expect_same(got[i], expected(bodies, 101, 0.25, points[i], 0.01), relative());

  // After g6_set_ti_ and after results were read: predicted to the time that stands.
  for (const int j : {100, 0, 50, 50, 13}) {
    bodies[j] = some_bodies(101, 1234)[j];
    bodies[j].t = -0.5;
    grape.send(j, bodies[j]);
  }
  got = grape.pull(101, points, 0.01);
  for (int i = 0; i < 20; ++i)
    expect_same(got[i], expected(bodies, 101, 0.25, points[i], 0.01), relative());

  // Between the halves: what firsthalf saw counts.
  grape.first(101, points, 0.01);
  for (int j = 0; j < 101; ++j) grape.send(j, old[j]);
  grape.time(0.75);
  std::vector<Pulled> before;
  ASSERT_EQ(grape.last(101, 20, before), TYCHO_G6_OK);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(before[i].acc, got[i].acc);
  points = points_of(old, 20, 0.75);
  got = grape.pull(101, points, 0.01);
  for (int i = 0; i < 20; ++i)
    expect_same(got[i], expected(old, 101, 0.75, points[i], 0.01), relative());
}

TEST_P(Clients, FindAtMost16384PipesAndAsManyAsAskedFor) {
  EXPECT_EQ(g6_npipes_(), 16384);
  EXPECT_EQ(g6_npipes(), 16384);
  EXPECT_EQ(GPU_npipes(), 16384);
  {
    const Variable pipes("TYCHO_G6_PIPES", "48");
    Grape grape(fresh());
    EXPECT_EQ(g6_npipes_(), 48);
    // A client that has its own idea of the number is served all the same.
    const auto bodies = some_bodies(20);
    grape.send(bodies);
    grape.time(0);
    const auto points = points_of(bodies, 100, 0);
    const auto got = grape.pull(20, points, 0.01);
    for (int i = 0; i < 100; ++i)
      expect_same(got[i], expected(bodies, 20, 0, points[i], 0.01), relative());
  }
  Grape again(fresh());
  EXPECT_EQ(g6_npipes_(), 16384);
}

TEST_P(Clients, SetUnitsThroughPointersOfAnyKind) {
  int whole = 51;
  double real = 1.5;
  EXPECT_EQ(g6_set_tunit_(&whole), 0);
  EXPECT_EQ(g6_set_xunit_(reinterpret_cast<int*>(&real)), 0);
  EXPECT_EQ(g6_set_tunit_(nullptr), 0);
  // Never looked at: an address where nothing is.
  EXPECT_EQ(g6_set_xunit_(reinterpret_cast<int*>(16)), 0);
  EXPECT_EQ(g6_set_tunit(51) + g6_set_xunit(51), 0);
}

// One client written three times.
TEST_P(Clients, SpeakFortranOrCOrThePapersNames) {
  auto bodies = some_bodies(12);
  const auto points = points_of(bodies, 3, 0.5);
  int nj = 12, ni = 3;
  double eps2 = 0.25, ti = 0.5, dt = 0;
  std::vector<int> index;
  std::vector<std::array<double, 3>> x, v, zero(3);
  std::vector<double> h2(3);
  for (const Point& p : points) {
    index.push_back(p.index);
    x.push_back(p.x);
    v.push_back(p.v);
  }
  std::vector<std::array<double, 3>> acc[4], jerk[4];
  std::vector<double> pot[4];
  for (int form = 0; form < 4; ++form) {
    acc[form].resize(3);
    jerk[form].resize(3);
    pot[form].resize(3);
    int id = fresh();
    Array3 a = rows(acc[form]), j = rows(jerk[form]);
    double* const p = pot[form].data();
    const auto send = [&](auto call) {
      for (int slot = 0; slot < nj; ++slot) ASSERT_EQ(call(slot, bodies[slot]), 0);
    };
    switch (form) {
      case 0:
        ASSERT_EQ(g6_open_(&id), 0);
        send([&](int s, Body& b) {
          return g6_set_j_particle_(&id, &s, &b.index, &b.t, &dt, &b.mass, b.a2by18.data(),
                                    b.a1by6.data(), b.aby2.data(), b.v.data(), b.x.data());
        });
        ASSERT_EQ(g6_set_ti_(&id, &ti), 0);
        g6calc_firsthalf_(&id, &nj, &ni, index.data(), rows(x), rows(v), rows(zero), rows(zero),
                          h2.data(), &eps2, h2.data());
        ASSERT_EQ(g6calc_lasthalf_(&id, &nj, &ni, index.data(), rows(x), rows(v), &eps2, h2.data(),
                                   a, j, p),
                  0);
        ASSERT_EQ(g6_close_(&id), 0);
        break;
      case 1:
        ASSERT_EQ(g6_open(id), 0);
        send([&](int s, Body& b) {
          return g6_set_j_particle(id, s, b.index, b.t, dt, b.mass, b.a2by18.data(), b.a1by6.data(),
                                   b.aby2.data(), b.v.data(), b.x.data());
        });
        ASSERT_EQ(g6_set_ti(id, ti), 0);
        g6calc_firsthalf(id, nj, ni, index.data(), rows(x), rows(v), rows(zero), rows(zero),
                         h2.data(), eps2, h2.data());
        ASSERT_EQ(
            g6calc_lasthalf(id, nj, ni, index.data(), rows(x), rows(v), eps2, h2.data(), a, j, p),
            0);
        ASSERT_EQ(g6_close(id), 0);
        break;
      case 2:
        ASSERT_EQ(GPU_open(id), 0);
        send([&](int s, Body& b) {
          return GPU_set_j_particle(id, s, b.index, b.t, dt, b.mass, b.a2by18.data(),
                                    b.a1by6.data(), b.aby2.data(), b.v.data(), b.x.data());
        });
        ASSERT_EQ(GPU_set_ti(id, ti), 0);
        GPUcalc_firsthalf(id, nj, ni, index.data(), rows(x), rows(v), rows(zero), rows(zero),
                          h2.data(), eps2, h2.data());
        ASSERT_EQ(
            GPUcalc_lasthalf(id, nj, ni, index.data(), rows(x), rows(v), eps2, h2.data(), a, j, p),
            0);
        ASSERT_EQ(GPU_close(id), 0);
        break;
      case 3:
        ASSERT_EQ(GPU_open_(&id), 0);
        send([&](int s, Body& b) {
          return GPU_set_j_particle_(&id, &s, &b.index, &b.t, &dt, &b.mass, b.a2by18.data(),
                                     b.a1by6.data(), b.aby2.data(), b.v.data(), b.x.data());
        });
        ASSERT_EQ(GPU_set_ti_(&id, &ti), 0);
        GPUcalc_firsthalf_(&id, &nj, &ni, index.data(), rows(x), rows(v), rows(zero), rows(zero),
                           h2.data(), &eps2, h2.data());
        ASSERT_EQ(GPUcalc_lasthalf_(&id, &nj, &ni, index.data(), rows(x), rows(v), &eps2, h2.data(),
                                    a, j, p),
                  0);
        ASSERT_EQ(GPU_close_(&id), 0);
        break;
    }
  }
  for (int i = 0; i < 3; ++i) {
    expect_same(
        {acc[0][i], jerk[0][i], pot[0][i], expected(bodies, 12, ti, points[i], eps2).nearest},
        expected(bodies, 12, ti, points[i], eps2), relative());
    for (int form = 1; form < 4; ++form) {
      EXPECT_EQ(acc[form][i], acc[0][i]) << form;
      EXPECT_EQ(jerk[form][i], jerk[0][i]) << form;
      EXPECT_EQ(pot[form][i], pot[0][i]) << form;
    }
  }
}

TEST_P(Clients, CallWhatOldHardwareNeeded) {
  Grape grape(fresh());
  int size = 1000, mode = 3;
  EXPECT_EQ(g6_initialize_jp_buffer_(grape.id(), &size), 0);
  const auto bodies = some_bodies(9);
  grape.send(bodies);
  EXPECT_EQ(g6_flush_jp_buffer_(grape.id()), 0);
  EXPECT_EQ(g6_set_overflow_flag_test_mode_(&mode, &mode, &mode), 0);
  EXPECT_EQ(g6_set_overflow_flag_test_mode(1, 2, 3), 0);
  grape.time(0);
  const Point at{-1, {0, 3, 0}, {}, 0};
  // Resets of a sound cluster keep its particles.
  EXPECT_EQ(g6_reset_(grape.id()), 0);
  EXPECT_EQ(g6_reset_fofpga_(grape.id()), 0);
  EXPECT_EQ(g6_reinitialize(*grape.id()), 0);
  expect_same(grape.pull(9, {at}, 0)[0], expected(bodies, 9, 0, at, 0), relative());
}

TEST_P(Clients, OpenTwiceWithoutLosingParticles) {
  Grape grape(fresh());
  const auto bodies = some_bodies(9);
  grape.send(bodies);
  ASSERT_EQ(g6_open_(grape.id()), 0);
  const Point at{-1, {0, 3, 0}, {}, 0};
  grape.time(0);
  expect_same(grape.pull(9, {at}, 0)[0], expected(bodies, 9, 0, at, 0), relative());
}

TEST_P(Clients, AskForNothing) {
  Grape grape(fresh());
  grape.send(some_bodies(3));
  EXPECT_TRUE(grape.pull(3, {}, 0).empty());
  const Pulled alone = grape.pull(0, {{-1, {1, 2, 3}, {}, 0}}, 0)[0];
  EXPECT_EQ(alone.pot, 0);
  EXPECT_EQ(size_of(alone.acc), 0);
  EXPECT_EQ(alone.nearest, -1);
}

}  // namespace
}  // namespace tycho
