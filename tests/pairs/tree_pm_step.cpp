// Steps in comoving coordinates: shared and individual, what repeats, what is refused.
#include "core/settings.hpp"
#include "tests/between_rungs.hpp"
#include "tests/pairs/refusal.hpp"
#include "tests/pairs/tree_pm_bodies.hpp"

namespace tycho {
namespace {

constexpr std::size_t kBodies = 503;
const Numbers kAllOpened{{"alpha", 1e-9}, {"theta", 1e-3}, {"grid", 24}};

Numbers also(Numbers numbers, const Numbers& more) {
  numbers.insert(more.begin(), more.end());
  return numbers;
}

/// The largest distance between the same bodies, around the box, in a mean displacement of b.
double apart(const Particles& a, const Particles& b, const Particles& start) {
  double worst = 0, moved = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, length(nearest_image(a.position(i) - b.position(i), kBox)));
    const Vec3<double> from{wrap_box(start.x[i], kBox), wrap_box(start.y[i], kBox),
                            wrap_box(start.z[i], kBox)};
    moved += length(nearest_image(b.position(i) - from, kBox));
  }
  return worst / moved * static_cast<double>(a.size());
}

class TreePmStep : public TreePmTest {};

// All matter in one body: its images pull it nowhere, nor does the mesh it lies on.
TEST_P(TreePmStep, OneBodyDriftsByTheIntegralOfTheExpansion) {
  Particles one(1);
  one.set_position(0, {129, 3, 64.123});
  one.set_velocity(0, {40, -70, 3});
  one.mass[0] = 1;
  make_matter_of_box(one);
  const double a0 = 0.1, dt = 0.02;
  const auto algorithm = with({{"grid", 24}, {"a_begin", a0}, {"dt", dt}});
  algorithm->load(one);
  advance(*algorithm, 5);
  const Particles after = stored(*algorithm, 1);
  const double a1 = a0 * std::exp(5 * dt), drift = drift_factor(Cosmology{}, a0, a1);
  ASSERT_EQ(algorithm->field("scale_factor").size(), 1u);
  EXPECT_NEAR(algorithm->field("scale_factor")[0], a1, 1e-15);
  // Its images' potential, not its own; the mesh resolves either to a percent.
  const double images = ewald_forces(one, 1.0 / 30).potential[0];
  EXPECT_NEAR(algorithm->field("particle_potential")[0] / images, 1, 0.03);
  // The pull of the mesh by rounding, over the time it has, is far below a body's own.
  const double off = GetParam().single() ? 1e-2 : 1e-9;
  EXPECT_NEAR(after.x[0], wrap_box(129 + 40 * drift, kBox), off);
  EXPECT_NEAR(after.y[0], wrap_box(3 - 70 * drift, kBox), off);
  EXPECT_NEAR(after.z[0], 64.123 + 3 * drift, off);
  EXPECT_NEAR(after.vx[0], 40, 40 * off);
}

/// The plain walk with the same forces as `way`.
Way plain_walk_of(const Way& way) {
  Words words;
  for (const auto& [key, word] : way.words)
    if (key == "split" || key == "short_range" || key == "opening") words[key] = word;
  return on(Backend::kCpu, words);
}

// Fewer bodies than a vector register has lanes, one more, and a prime number of them.
TEST_P(TreePmStep, GoesWhereTheReferenceGoesWithFewBodies) {
  for (const std::size_t n : {2u, 3u, 5u, 17u, 31u}) {
    const Particles start = haloes(n);
    const Numbers numbers = also(kAllOpened, {{"dt", 0.01}, {"a_begin", 0.2}});
    const auto reference = make(tree_pm::contract(), plain_walk_of(GetParam()), numbers);
    const auto algorithm = with(numbers);
    for (Algorithm* each : {reference.get(), algorithm.get()}) {
      each->load(start);
      advance(*each, 2);
    }
    EXPECT_LE(apart(stored(*algorithm, n), stored(*reference, n), start),
              GetParam().single() ? 0.02 : 1e-3)
        << n;
  }
}

TEST_P(TreePmStep, GoesWhereTheReferenceGoes) {
  const Particles start = haloes(kBodies);
  for (const char* steps : {"shared", "individual"}) {
    const Numbers numbers = also(kAllOpened, {{"dt", 0.04}, {"a_begin", 0.2}, {"rungs", 4}});
    const auto reference =
        make(tree_pm::contract(), plain_walk_of(GetParam()), numbers, {{"steps", steps}});
    const auto algorithm = with(numbers, {{"steps", steps}});
    for (Algorithm* each : {reference.get(), algorithm.get()}) {
      each->load(start);
      advance(*each, 3);
    }
    const double off = apart(stored(*algorithm, kBodies), stored(*reference, kBodies), start);
    // In single precision a body in a cusp parts from its twin by what a force is off, 1e-4.
    EXPECT_LE(off, GetParam().single() ? 0.02 : 1e-3) << steps;
  }
}

TEST_P(TreePmStep, IndividualStepsWithOneRungAreSharedSteps) {
  const Particles start = haloes(kBodies);
  std::vector<Particles> ends;
  for (const Words& words : {Words{{"steps", "shared"}}, Words{{"steps", "individual"}}}) {
    const auto algorithm =
        with({{"grid", 24}, {"dt", 0.04}, {"a_begin", 0.2}, {"rungs", 0}}, words);
    algorithm->load(start);
    advance(*algorithm, 2);
    ends.push_back(stored(*algorithm, kBodies));
  }
  EXPECT_LE(apart(ends[0], ends[1], start), GetParam().single() ? 0.02 : 1e-6);
}

// Haloes at rest to begin with, which fall in on themselves: the cusps need short steps.
TEST_P(TreePmStep, IndividualStepsAreNearerToShortOnesThanLongOnesAre) {
  Particles start = haloes(kBodies);
  for (auto* v : {&start.vx, &start.vy, &start.vz}) v->assign(kBodies, 0);
  const auto run = [&](int steps, const Words& words) {
    const auto algorithm =
        with({{"grid", 24}, {"dt", 0.08 / steps}, {"a_begin", 0.2}, {"softening", 0.2}}, words);
    algorithm->load(start);
    advance(*algorithm, steps);
    return stored(*algorithm, kBodies);
  };
  const Particles fine = run(32, {});
  const double individual = apart(run(1, {{"steps", "individual"}}), fine, start);
  EXPECT_LT(individual, 0.3 * apart(run(1, {}), fine, start));
}

TEST_P(TreePmStep, GoesOnFromACheckpointToTheBit) {
  const Particles start = haloes(kBodies);
  const auto algorithm =
      with({{"grid", 24}, {"dt", 0.04}, {"a_begin", 0.2}, {"rungs", 4}}, {{"steps", "individual"}});
  algorithm->load(start);
  advance(*algorithm, 1);
  const auto checkpoint = algorithm->checkpoint();
  advance(*algorithm, 2);
  const Particles straight = stored(*algorithm, kBodies);
  algorithm->restore(start, checkpoint);
  advance(*algorithm, 2);
  expect_same_bits(stored(*algorithm, kBodies), straight);
}

TEST_P(TreePmStep, GoesOnFromACheckpointToTheBitBetweenItsRungs) {
  const Numbers numbers{{"grid", 24}, {"dt", 0.04}, {"a_begin", 0.2}, {"rungs", 4}};
  expect_goes_on_between_rungs(
      [&] {
        return with(numbers, {{"steps", "individual"}});
      },
      tree_pm::contract(), haloes(kBodies));
}

TEST_P(TreePmStep, SaysWhatItCannotTake) {
  Particles heavy = haloes(kBodies);
  for (double& m : heavy.mass) m *= 1.1;
  const auto algorithm = with({{"grid", 24}});
  const std::string why = refusal<UsageError>([&] { algorithm->load(heavy); });
  expect_says(why, "0.275 of the critical density");
  expect_says(why, "'omega_m' is 0.25");
  Particles lost = haloes(kBodies);
  lost.y[17] = NAN;
  expect_says(refusal<UsageError>([&] { algorithm->load(lost); }), "particle 17 (id 122)");
  expect_says(refusal<UsageError>([&] {
                with({{"grid", 8}})->load(haloes(kBodies));
              }),
              "the short range would reach around the box");
}

/// 8^3 bodies near a lattice, or all over the box.
Particles near_a_lattice(double off) {
  Particles p(512);
  const Random random(4);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto place = [&](std::size_t cell, int axis) {
      return kBox / 8 * (static_cast<double>(cell % 8) + 0.3 + random.uniform(i, -off, off, axis));
    };
    p.set_position(i, {place(i, 0), place(i / 8, 1), place(i / 64, 2)});
    p.set_velocity(i, {});
    p.mass[i] = 1;
    p.id[i] = 7 * i + 3;
  }
  make_matter_of_box(p);
  return p;
}

// Forces of 16^3 particles at z = 126 were off by 64% in the median with a mesh of 36^3.
TEST_P(TreePmStep, RefusesAMeshThatDoesNotFitTheLattice) {
  const std::string why = refusal<UsageError>([&] {
    with({{"grid", 28}})->load(near_a_lattice(0.05));
  });
  expect_says(why, "grid = 28 is no multiple of the lattice");
  expect_says(why, "set grid to 16");
  with({{"grid", 24}})->load(near_a_lattice(0.05));
  with({{"grid", 28}})->load(near_a_lattice(4));  // no lattice is left
}

INSTANTIATE_TEST_SUITE_P(All, TreePmStep, testing::ValuesIn(tree_pm_ways()), test_name);

}  // namespace
}  // namespace tycho
