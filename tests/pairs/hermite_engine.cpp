// The force engines: every backend, kernel and precision under the same tests. Slots and blocks:
// hermite_engine_slots.cpp.
#include "tests/pairs/hermite_engine.hpp"

namespace tycho {
namespace {

// Partial tiles, fewer sources than a tile or a block has warps, one target, primes.
TEST_P(HermiteEngine, GivesTheSumsForAnyNumberOfBodiesAndTargets) {
  for (const std::size_t nj : {1, 2, 3, 5, 7, 8, 9, 31, 32, 33, 127, 128, 129, 257, 1021}) {
    const auto bodies = sources_of(crowd(nj));
    set(bodies);
    for (const std::size_t ni : {1, 2, 3, 5, 31, 32, 33, 65, 129, 517}) {
      const auto block = targets_of(bodies, ni);
      compare(bodies, nj, block, forces(block, nj, 1e-4), 1e-4, 0,
              "nj " + std::to_string(nj) + ", ni " + std::to_string(ni));
    }
    engine_ = make_engine(GetParam());
  }
}

/// Sums of sizes for which a CPU would take minutes.
class HermiteEngineOnDevice : public HermiteEngine {};

// Larger sizes reach the other ways to share out the work: parts of the sources in one and in two
// levels, several rounds, more targets a lane.
TEST_P(HermiteEngineOnDevice, GivesTheSumsForManyBodies) {
  for (const std::size_t nj : {6151, 20011, 65536}) {
    const auto bodies = sources_of(crowd(nj));
    set(bodies);
    for (const std::size_t ni : {1, 17, 64, 200, 512, 1531, 4099, 20011, 65536}) {
      if (ni > nj) continue;
      const auto block = targets_of(bodies, ni);
      compare(bodies, nj, block, forces(block, nj, 1e-4), 1e-4, 0,
              "nj " + std::to_string(nj) + ", ni " + std::to_string(ni), ni / 16 + 1);
    }
    engine_ = make_engine(GetParam());
  }
}

// Few targets are shared out by parts of the sources: as many parts as the numbers of bodies make
// them, so that any number of threads gives the same bits.
TEST(HermiteEngineInParts, GivesTheSumsAndTheSameBitsOnAnyNumberOfThreads) {
  constexpr std::size_t nj = 20011;
  auto bodies = sources_of(crowd(nj));
  for (std::size_t j = 0; j < nj; ++j)  // indices in no order: every chunk may hold any target
    bodies[j].index = static_cast<std::int32_t>(j * 7919 % nj);
  for (const std::size_t ni : {1, 2, 3, 17, 130, 301}) {
    const auto block = targets_of(bodies, ni);
    std::vector<Force> first;
    for (const int threads : {1, 2, 3, 7}) {
      const auto engine = make_engine({"", "cpu", "fp64", "best", threads});
      engine->reserve(nj);
      engine->set_j(slots_upto(nj), bodies);
      engine->start(block, nj, 1e-4);
      const std::span<const Force> found = engine->finish();
      if (threads == 1) first.assign(found.begin(), found.end());
      for (std::size_t i = 0; i < ni; ++i) {
        EXPECT_EQ(found[i].acc, first[i].acc) << i << " of " << ni << ", threads " << threads;
        EXPECT_EQ(found[i].jerk, first[i].jerk) << i << " of " << ni << ", threads " << threads;
        EXPECT_EQ(found[i].pot, first[i].pot) << i << " of " << ni << ", threads " << threads;
        EXPECT_EQ(found[i].neighbour, first[i].neighbour) << i << " of " << ni;
      }
    }
    for (std::size_t i = 0; i < ni; i += ni / 8 + 1) {
      const DirectSum sum = direct_sum(bodies, nj, block[i], 1e-4);
      EXPECT_LE(length(first[i].acc - sum.acc), 1e-12 * length(sum.acc)) << i << " of " << ni;
      EXPECT_LE(length(first[i].jerk - sum.jerk), 2e-11 * (length(sum.jerk) + 1)) << i;
      EXPECT_NEAR(first[i].pot, sum.pot, 1e-12 * std::abs(sum.pot)) << i << " of " << ni;
      EXPECT_EQ(first[i].neighbour, sum.neighbour) << i << " of " << ni;
    }
  }
}

TEST_P(HermiteEngine, PassesOverPairsAtDistanceZeroWithoutSoftening) {
  Particles p = crowd(331);
  p.set_position(5, p.position(4));
  p.set_position(200, p.position(4));
  const auto bodies = sources_of(p);
  set(bodies);
  const auto block = targets_of(bodies, 331);
  const auto found = forces(block, 331, 0);
  for (std::size_t i = 0; i < block.size(); ++i) {
    const DirectSum sum = direct_sum(bodies, 331, block[i], 0);
    EXPECT_LE(length(found[i].acc - sum.acc), 10 * limit() * length(sum.acc)) << i;
    EXPECT_NEAR(found[i].pot, sum.pot, 10 * limit() * std::abs(sum.pot)) << i;
    EXPECT_TRUE(std::isfinite(length(found[i].jerk))) << i;
  }
}

// Single precision cannot hold the inverse cube of such a softening: it is taken for none, and no
// sum becomes infinite or no number.
TEST_P(HermiteEngine, TakesASofteningForNoneWhoseInverseCubeOverflows) {
  const bool taken = GetParam().precision == "fp64";
  Particles p = crowd(331);
  p.set_position(5, p.position(4));
  p.set_position(200, {0, 0, 0});
  p.set_position(201, {1e-14, 0, 0});  // not at distance zero
  const auto bodies = sources_of(p);
  set(bodies);
  const auto block = targets_of(bodies, 331);
  for (const double softening_sq : {1e-26, 1e-30, 1e-42, 1e-60}) {
    const auto found = forces(block, 331, softening_sq);
    for (std::size_t i = 0; i < block.size(); ++i) {
      ASSERT_TRUE(std::isfinite(length(found[i].acc))) << i << ", " << softening_sq;
      ASSERT_TRUE(std::isfinite(length(found[i].jerk))) << i << ", " << softening_sq;
      ASSERT_TRUE(std::isfinite(found[i].pot)) << i << ", " << softening_sq;
      const bool close = block[i].index == bodies[200].index || block[i].index == bodies[201].index;
      if (close) continue;
      const DirectSum sum = direct_sum(bodies, 331, block[i], taken ? softening_sq : 0);
      EXPECT_LE(length(found[i].acc - sum.acc), 10 * limit() * length(sum.acc)) << i;
      EXPECT_NEAR(found[i].pot, sum.pot, 10 * limit() * std::abs(sum.pot)) << i;
    }
  }
}

// Tiles are filled up with sources of no mass, which are nobody's neighbours.
TEST_P(HermiteEngine, FindsTheNeighbourInAClusterOfAnyUnit) {
  if (GetParam().precision != "fp64") GTEST_SKIP() << "squares of such lengths overflow";
  Particles p = crowd(331);
  for (auto* const values : {&p.x, &p.y, &p.z})
    for (double& value : *values) value *= 1e40;
  const auto bodies = sources_of(p);
  set(bodies);
  const auto block = targets_of(bodies, 331);
  const auto found = forces(block, 331, 1e70);
  for (std::size_t i = 0; i < block.size(); ++i)
    EXPECT_EQ(found[i].neighbour, direct_sum(bodies, 331, block[i], 1e70).neighbour) << i;
}

/// Engines that skip the body itself wherever it is. kirin's scheme relies on its being where its
/// source is, and takes its potential out after the sum.
class HermiteEngineByIndex : public HermiteEngine {};

// docs/g6.md: skipped when the indices are equal, never by slot or distance.
TEST_P(HermiteEngineByIndex, SkipsPairsByTheirIndexAlone) {
  auto bodies = sources_of(crowd(97));
  bodies[40].index = bodies[3].index;  // one index in two slots
  bodies[50].index = -1;
  bodies[51].index = -2'000'000'000;  // far from all others
  set(bodies);
  std::vector<IBody> block = targets_of(bodies, 97);
  block[0] = {bodies[3].x, bodies[3].v, bodies[3].index};
  // Moved away from its own source, which still is skipped.
  block[1] = {bodies[7].x + Vec3<double>{0.25, 0, 0}, bodies[7].v, bodies[7].index};
  block[2] = {{0.5, 0.5, 0.5}, {}, -1};         // a field point, with a source of the same index
  block[3] = {{0.5, 0.5, 0.5}, {}, 1'999'999};  // an index that no source has
  block[4] = {bodies[51].x, bodies[51].v, bodies[51].index};
  compare(bodies, 97, block, forces(block, 97, 1e-2), 1e-2, 0, "two slots of one index");
  bodies[40].index = 5 * 40 + 2;
  set(bodies);
  compare(bodies, 97, block, forces(block, 97, 1e-2), 1e-2, 0, "one slot each");
}

TEST_P(HermiteEngineByIndex, PredictsItsSourcesForwardAndBackward) {
  auto bodies = sources_of(crowd(811));
  const Random random(3);
  for (std::size_t j = 0; j < bodies.size(); ++j) {
    bodies[j].t = random.uniform(j, -0.2, 0.3, 0);
    bodies[j].acc_2 = {random.uniform(j, -1, 1, 1), random.uniform(j, -1, 1, 2), 0.5};
    bodies[j].jerk_6 = {random.uniform(j, -1, 1, 3), -0.2, random.uniform(j, -1, 1, 4)};
    bodies[j].snap_18 = {0.1, random.uniform(j, -1, 1, 5), random.uniform(j, -1, 1, 6)};
  }
  const auto block = targets_of(bodies, 60);
  set(bodies);
  for (const double t : {0.0, 0.125, -0.5}) {
    engine_->predict(t);
    compare(bodies, 811, block, forces(block, 811, 1e-3), 1e-3, t, "t " + std::to_string(t));
  }
  // Those that come after predict() are predicted with the others, in any order; of two calls the
  // last wins.
  engine_->predict(0.25);
  bodies[3].x.x += 0.5;
  bodies[210].t = 0.1;
  bodies[100].mass *= 2;
  JBody other = bodies[100];
  other.mass = 9;
  engine_->set_j(std::vector<std::int32_t>{100, 5}, std::vector<JBody>{other, bodies[5]});
  const std::span<JBody> room = engine_->room(3);
  room[0] = bodies[100];
  room[1] = bodies[3];
  room[2] = bodies[210];
  engine_->set_j(std::vector<std::int32_t>{100, 3, 210}, room.first(3));
  compare(bodies, 811, block, forces(block, 811, 1e-3), 1e-3, 0.25, "changed");
}

/// Engines that do not round positions to single precision.
class HermiteEngineBeyondSingle : public HermiteEngine {};

// Two bodies on either side of every target, far apart in the order of slots, whose distances
// differ by 1e-8: single precision cannot tell which is nearer, nor can the upper half of a double.
TEST_P(HermiteEngineBeyondSingle, TellsTwoNeighboursApartThatAreNearlyAsNear) {
  constexpr int kPlaces = 640, kBodies = 20011;
  std::vector<JBody> bodies(kBodies);
  for (int j = 0; j < kBodies; ++j)
    bodies[j] = {0, 1e-4, {0.1, 9 + 1e-3 * j, 5}, {}, {}, {}, {}, j};
  std::vector<IBody> block(kPlaces);
  for (int k = 0; k < kPlaces; ++k) {
    const double x = 0.25 * k, nearer = 0.01 * (1 - 1e-8);
    const bool first = k % 3 == 0;
    block[k] = {{x, 0, 0}, {}, -1};
    bodies[7 * k].x = {x, first ? nearer : 0.01, 0};
    bodies[kBodies - 1 - 11 * k].x = {x, 0, first ? -0.01 : -nearer};
  }
  set(bodies);
  for (const int ni : {1, 64, kPlaces}) {
    const auto found = forces({block.begin(), block.begin() + ni}, kBodies, 1e-4);
    for (int k = 0; k < ni; ++k)
      EXPECT_EQ(found[k].neighbour, k % 3 == 0 ? 7 * k : kBodies - 1 - 11 * k) << k << " of " << ni;
  }
}

TEST_P(HermiteEngine, RepeatsToTheBit) {
  const auto bodies = sources_of(crowd(3001));
  set(bodies);
  for (const std::size_t ni : {3, 64, 700}) {
    const auto block = targets_of(bodies, ni);
    const auto first = forces(block, 3001, 1e-4), second = forces(block, 3001, 1e-4);
    for (std::size_t i = 0; i < ni; ++i) {
      EXPECT_EQ(first[i].acc, second[i].acc);
      EXPECT_EQ(first[i].jerk, second[i].jerk);
      EXPECT_EQ(first[i].pot, second[i].pot);
      EXPECT_EQ(first[i].neighbour, second[i].neighbour);
    }
  }
}

// Single precision resolves 6e-8 at distance 1 from the origin: of a separation of 1e-6 hardly
// anything is left, and the force is off by a tenth. Pairs of floats hold it.
TEST_P(HermiteEngine, ResolvesAClosePairFarFromTheOriginUnlessPositionsAreSingle) {
  std::vector<JBody> pair(2);
  const Vec3<double> apart{0.7e-6, -0.5e-6, 0.509e-6};
  pair[0] = {0, 0.5, {0.6123, -0.5376, 0.5812}, {1, 0.5, -0.25}, {}, {}, {}, 1};
  pair[1] = {0, 0.25, pair[0].x + apart, {-1, 0.25, 0.125}, {}, {}, {}, 2};
  set(pair);
  const std::vector<IBody> block{{pair[0].x, pair[0].v, 1}, {pair[1].x, pair[1].v, 2}};
  const auto found = forces(block, 2, 0);
  double worst = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const DirectSum sum = direct_sum(pair, 2, block[i], 0);
    worst = std::max(worst, length(found[i].acc - sum.acc) / length(sum.acc));
  }
  if (single())
    EXPECT_GT(worst, 1e-3) << "single precision cannot know this";
  else
    EXPECT_LE(worst, GetParam().precision == "ds" ? 1e-6 : 1e-9);
}

// Smoothed sums of a realistic sphere: what the tables are made with. 99th percentile over a sample
// of 1024 targets of 65536 bodies, eps = 1/256; reasons at the limits.
TEST_P(HermiteEngineOnDevice, KeepsTheErrorsOfItsPrecision) {
  constexpr std::size_t n = 65536, kSample = 1024;
  Particles sphere(n);
  const Random random(11);
  for (std::size_t i = 0; i < n; ++i) {  // Plummer's radii and isotropic velocities of his scale
    const double r = 0.59 / std::sqrt(std::pow(0.99 * random.uniform(i, 0) + 1e-9, -2.0 / 3) - 1);
    const auto direction = [&](std::uint32_t draw) {
      const auto [a, b] = random.uniform2(i, draw);
      const double z = 2 * a - 1, s = std::sqrt(1 - z * z);
      return Vec3<double>{s * std::cos(6.283185307 * b), s * std::sin(6.283185307 * b), z};
    };
    sphere.set_position(i, r * direction(1));
    sphere.set_velocity(i, random.uniform(i, 0, 1.0, 3) * direction(2));
    sphere.mass[i] = 1.0 / n;
  }
  const auto bodies = sources_of(sphere);
  set(bodies);
  const auto all = targets_of(bodies, n);
  const double softening_sq = 1.0 / 65536;
  const auto found = forces(all, n, softening_sq);
  std::vector<double> acc, jerk;
  for (std::size_t i = 0; i < n; i += n / kSample) {
    const DirectSum sum = direct_sum(bodies, n, all[i], softening_sq);
    acc.push_back(length(found[i].acc - sum.acc) / length(sum.acc));
    jerk.push_back(length(found[i].jerk - sum.jerk) / length(sum.jerk));
  }
  std::sort(acc.begin(), acc.end());
  std::sort(jerk.begin(), jerk.end());
  const double acc99 = acc[kSample * 99 / 100], jerk99 = jerk[kSample * 99 / 100];
  RecordProperty("acc99", std::to_string(acc99));
  RecordProperty("jerk99", std::to_string(jerk99));
  const bool paper = GetParam().kernel == "paper";
  // One running single-precision sum; single-precision terms with sums in double; exact
  // differences; double.
  EXPECT_LE(acc99, single() ? (paper ? 2e-5 : 2e-6) : GetParam().precision == "ds" ? 2e-7 : 1e-13);
  EXPECT_LE(jerk99, single() ? 4e-5 : GetParam().precision == "ds" ? 2e-6 : 1e-12);
}

TEST_P(HermiteEngine, SaysWhatItIs) {
  EXPECT_NE(engine_->description().find(GetParam().precision), std::string::npos);
  EngineWay wrong = GetParam();
  wrong.precision = "fp16";
  EXPECT_THROW(make_engine(wrong), UsageError);
  wrong = GetParam();
  wrong.kernel = "worst";
  EXPECT_THROW(make_engine(wrong), UsageError);
}

std::vector<EngineWay> engine_ways() {
  return {
      {"cpu_plain_fp64", "cpu", "fp64", "plain", 1}, {"cpu_best_fp64", "cpu", "fp64", "best", 2},
      {"cuda_paper_fp32", "cuda", "fp32", "paper"},  {"cuda_best_fp32", "cuda", "fp32", "best"},
      {"cuda_best_ds", "cuda", "ds", "best"},        {"cuda_best_fp64", "cuda", "fp64", "best"}};
}

bool by_index(const EngineWay& way) { return way.kernel != "paper"; }
bool on_device(const EngineWay& way) { return way.backend == "cuda"; }
bool beyond_single(const EngineWay& way) { return way.precision != "fp32"; }

std::string way_name(const testing::TestParamInfo<EngineWay>& instance) {
  return instance.param.name;
}
INSTANTIATE_TEST_SUITE_P(Every, HermiteEngine, testing::ValuesIn(engine_ways()), way_name);
INSTANTIATE_TEST_SUITE_P(Every, HermiteEngineByIndex,
                         testing::ValuesIn(only(engine_ways(), by_index)), way_name);
INSTANTIATE_TEST_SUITE_P(Every, HermiteEngineOnDevice,
                         testing::ValuesIn(only(engine_ways(), on_device)), way_name);
INSTANTIATE_TEST_SUITE_P(Every, HermiteEngineBeyondSingle,
                         testing::ValuesIn(only(engine_ways(), beyond_single)), way_name);

}  // namespace
}  // namespace tycho
