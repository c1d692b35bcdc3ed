// Whole steps: forces at the particles, motion, and both sides from the same state.
#include <algorithm>
#include <sstream>

#include "tests/pairs/mesh_variants.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

const Words kFft{{"poisson", "fft"}}, kMultigrid{{"poisson", "multigrid"}};

class MeshForce : public MeshTest {};

TEST_P(MeshForce, OfALoneParticleOnItselfIsNothing) {
  const int n = 16;
  for (const char* solver : {"fft", "multigrid"})
    for (const auto& at : {Vec3<double>{0.5, 0.5, 0.5}, {0.21, 0.43, 0.77}, {0, 0.001, 0.999}}) {
      Particles p(1);
      p.mass[0] = 0.7;
      p.set_position(0, at);
      const auto mesh = make({{"grid", double(n)}, {"cycles", 12}}, {{"poisson", solver}});
      mesh->load(p);
      Particles out;
      mesh->store(out);
      // What is left of the field of a neighbouring cell, m / dx^2, is rounding.
      const double limit = 100 * epsilon() * 0.7 * n * n;
      EXPECT_LE(std::abs(out.ax[0]), limit) << solver;
      EXPECT_LE(std::abs(out.ay[0]), limit) << solver;
      EXPECT_LE(std::abs(out.az[0]), limit) << solver;
    }
}

TEST_P(MeshForce, PullsTwoParticlesTogetherAsNewtonSays) {
  const int n = 64;
  Particles p(2);
  p.mass = {0.6, 0.6};
  const Vec3<double> a{0.40625 + 0.5 / n, 0.5, 0.34375}, b{0.59375 + 0.5 / n, 0.5625, 0.65625};
  p.set_position(0, a);
  p.set_position(1, b);
  const auto mesh = make({{"grid", double(n)}}, {{"boundary", "isolated"}});
  mesh->load(p);
  Particles out;
  mesh->store(out);
  const Vec3<double> r = b - a;
  const double factor = 0.6 / std::pow(dot(r, r), 1.5);
  // Two dozen cells apart the mesh differs from a point mass by (dx/r)^2 and less.
  const double limit = 0.03 * factor * std::sqrt(dot(r, r));
  EXPECT_NEAR(out.ax[0], factor * r.x, limit);
  EXPECT_NEAR(out.ay[0], factor * r.y, limit);
  EXPECT_NEAR(out.az[0], factor * r.z, limit);
  EXPECT_NEAR(out.ax[1], -factor * r.x, limit);
  EXPECT_NEAR(out.ay[1], -factor * r.y, limit);
  EXPECT_NEAR(out.az[1], -factor * r.z, limit);
}

TEST_P(MeshForce, SumsToNothing) {
  const Particles p = random_particles(3001);
  const auto mesh = make({{"grid", 32}, {"cycles", 8}});
  mesh->load(p);
  Particles out;
  mesh->store(out);
  for (const auto* axis : {&out.ax, &out.ay, &out.az}) {
    double sum = 0, size = 0;
    for (const double a : *axis) {
      sum += a;
      size += std::abs(a);
    }
    EXPECT_LE(std::abs(sum), 64 * epsilon() * size);
  }
}

INSTANTIATE_TEST_SUITE_P(Clouds, MeshForce,
                         ::testing::ValuesIn(everywhere(
                             {{{"deposit", "ngp"}}, {{"deposit", "cic"}}, {{"deposit", "tsc"}}})),
                         test_name);

class MeshStep : public MeshTest {
 protected:
  /// Multigrid results depend on the whole solve; ten cycles leave rounding only.
  static Numbers numbers() { return {{"grid", 16}, {"dt", 2e-3}, {"cycles", 10}}; }
  /// The stages that a step called.
  static std::vector<int> stages_of(const SampleTimer& timer) {
    std::vector<int> called;
    for (int stage = 0; stage < static_cast<int>(timer.stages().size()); ++stage)
      if (timer.calls_per_step()[stage] > 0) called.push_back(stage);
    return called;
  }
  static void expect_near(const std::vector<double>& a, const std::vector<double>& b, double eps) {
    ASSERT_EQ(a.size(), b.size());
    double scale = 0;
    for (const double value : b) scale = std::max(scale, std::abs(value));
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], eps * scale) << i;
  }
};

// From the same state at each step: one ulp would move a particle to another cell, so the reference
// starts every step where the other side is.
TEST_P(MeshStep, FollowsTheReferenceFromTheSameState) {
  const auto mesh = make(numbers()), expected = make_reference(numbers());
  // Potentials of a transform or a converged cycle differ by eps n^2 at most.
  const double eps = 8 * epsilon() * 16 * 16;
  Particles state = random_particles(5003);
  for (int step = 0; step < 3; ++step) {
    mesh->load(state);
    expected->load(state);
    expect_near(mesh->field("density"), expected->field("density"), eps);
    expect_near(mesh->field("potential"), expected->field("potential"), eps);
    advance(*mesh, 1);
    advance(*expected, 1);
    Particles a, b;
    mesh->store(a);
    expected->store(b);
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.mass, b.mass);
    expect_near(a.x, b.x, eps);
    expect_near(a.y, b.y, eps);
    expect_near(a.z, b.z, eps);
    const auto cells = mesh->field("cell"), expected_cells = expected->field("cell");
    std::size_t flipped = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) flipped += cells[i] != expected_cells[i];
    EXPECT_LE(flipped, cells.size() / 500);
    if (flipped == 0) {
      expect_near(a.vx, b.vx, eps);
      expect_near(a.vy, b.vy, eps);
      expect_near(a.vz, b.vz, eps);
      expect_near(a.ax, b.ax, 16 * eps);
      expect_near(a.ay, b.ay, 16 * eps);
      expect_near(a.az, b.az, 16 * eps);
    }
    state = a;
    for (auto* axis : {&state.x, &state.y, &state.z})
      for (double& x : *axis) x = std::floor(x * 0x1p20) * 0x1p-20;
  }
}

// By the forces it says it has: x += dt (v + dt/2 a), v += dt/2 (a + a'), velocities as they are
// stored, at the time of the positions.
TEST_P(MeshStep, MovesByTheLeapfrogOfItsOwnForces) {
  const double dt = 0.04;
  Numbers longer = numbers();
  longer["dt"] = dt;
  const auto mesh = make(longer);
  const Particles p = random_particles(3001);
  mesh->load(p);
  Particles a, b;
  mesh->store(a);
  double deepest = 0;
  for (const double phi : mesh->field("potential")) deepest = std::max(deepest, std::abs(phi));
  advance(*mesh, 1);
  mesh->store(b);
  ASSERT_EQ(a.id, p.id);
  ASSERT_EQ(b.id, p.id);
  // Speeds below 1/2 are rounded three times. What is stored may be gathered from a potential that
  // was solved a second time, with clouds added in another order: a difference of its rounding
  // across two cells.
  const double speed = 2 * epsilon() + dt * 4 * epsilon() * deepest * longer["grid"];
  const double place = 2 * epsilon() + dt * speed;
  Vec3<double> kicked{};
  for (std::size_t i = 0; i < p.size(); ++i) {
    ASSERT_EQ(a.position(i), p.position(i)) << i;
    const Vec3<double> loaded = a.velocity(i) - p.velocity(i);
    const Vec3<double> half = a.velocity(i) + dt / 2 * a.acceleration(i);
    const Vec3<double> moved = b.position(i) - a.position(i) - dt * half;
    const Vec3<double> sped = b.velocity(i) - half - dt / 2 * b.acceleration(i);
    for (const double off : {loaded.x, loaded.y, loaded.z}) ASSERT_NEAR(off, 0, speed) << i;
    for (const double off : {moved.x, moved.y, moved.z})
      ASSERT_NEAR(off, std::round(off), place) << i;  // around the box
    for (const double off : {sped.x, sped.y, sped.z}) ASSERT_NEAR(off, 0, speed) << i;
    kicked.x = std::max(kicked.x, std::abs(dt * a.ax[i]));
    kicked.y = std::max(kicked.y, std::abs(dt * a.ay[i]));
    kicked.z = std::max(kicked.z, std::abs(dt * a.az[i]));
  }
  for (const double most : {kicked.x, kicked.y, kicked.z}) EXPECT_GT(most, 1e-3);
}

/// In single precision rounding moves particles to other cells, from where no step leads back.
class MeshStepInDouble : public MeshStep {};

TEST_P(MeshStepInDouble, CanBeRunBackwards) {
  const Particles start = random_particles(2003);
  const auto mesh = make(numbers());
  mesh->load(start);
  advance(*mesh, 20);
  Particles there;
  mesh->store(there);
  for (auto* axis : {&there.vx, &there.vy, &there.vz})
    for (double& v : *axis) v = -v;
  mesh->load(there);
  advance(*mesh, 20);
  Particles back;
  mesh->store(back);
  double moved = 0;
  for (std::size_t i = 0; i < back.size(); ++i) {
    moved = std::max(moved, std::abs(there.x[i] - start.x[i]));
    const Vec3<double> off = back.position(i) - start.position(i);
    for (const double along : {off.x, off.y, off.z})
      ASSERT_LE(std::abs(along - std::round(along)), 1e-11) << i;
    const Vec3<double> turned = back.velocity(i) + start.velocity(i);
    for (const double along : {turned.x, turned.y, turned.z}) ASSERT_NEAR(along, 0, 1e-9) << i;
  }
  EXPECT_GT(moved, 1e-3);
}

TEST_P(MeshStep, RunsEveryStageOnceInTheOrderOfTheTable) {
  const auto mesh = make(numbers());
  mesh->load(random_particles(101));
  SampleTimer timer(particle_mesh::contract().stages, mesh->clock());
  mesh->advance(timer);
  timer.end_step();
  // A stage with a plus in its name serves several rows.
  std::vector<std::string> served, rows;
  for (int stage = 0; stage <= particle_mesh::kUpdatePos; ++stage)
    if (stage != particle_mesh::kReorder || GetParam().numbers.count("reorder"))
      rows.emplace_back(timer.name(stage));
  for (const int stage : stages_of(timer)) {
    std::stringstream parts{std::string(timer.name(stage))};
    for (std::string part; std::getline(parts, part, '+');) served.push_back(part);
  }
  std::sort(served.begin(), served.end());
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(served, rows);
  for (const auto& samples : timer.collect()) EXPECT_GE(samples.at(0), 0);
}

TEST_P(MeshStep, ReplaysAnyStageWithoutHarm) {
  const auto mesh = make(numbers());
  mesh->load(random_particles(101));
  SampleTimer once(particle_mesh::contract().stages, mesh->clock());
  mesh->advance(once);
  once.end_step();
  for (const int stage : stages_of(once)) {
    if (stage == particle_mesh::kReorder) continue;  // not replayable
    mesh->load(random_particles(1009));
    ReplayTimer timer(particle_mesh::contract().stages, mesh->clock(), stage, 5);
    mesh->advance(timer);
    EXPECT_EQ(timer.collect().size(), 1u);
    Particles out;
    mesh->store(out);
    for (const double x : out.x) ASSERT_TRUE(x >= 0 && x < 1);
  }
}

/// Loops whose sums have one order for any number of threads.
class MeshStepOnThreads : public MeshStep {};

TEST_P(MeshStepOnThreads, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const std::size_t particles : {1u, 7u, 5003u}) {
    const Particles start = random_particles(particles);
    std::vector<Particles> ends;
    for (const int threads : {1, 1, 2, 3, 5, 21}) {
      Way way = GetParam();
      way.threads = threads;
      const auto mesh = MeshTest::make(way, numbers());
      mesh->load(start);
      advance(*mesh, 4);
      mesh->store(ends.emplace_back());
    }
    for (const Particles& end : ends) expect_same_bits(end, ends.front());
  }
}

/// With clouds, for one number of threads.
class MeshStepOnItsThreads : public MeshStep {};

TEST_P(MeshStepOnItsThreads, GivesTheSameBitsInEveryRun) {
  std::vector<Particles> ends(2);
  for (Particles& end : ends) {
    const auto mesh = make(numbers());
    mesh->load(random_particles(5003));
    advance(*mesh, 4);
    mesh->store(end);
  }
  expect_same_bits(ends[0], ends[1]);
}

// Fewer particles than a vector register has lanes, one more, and a prime number of them.
TEST_P(MeshStep, FollowsTheReferenceWithFewParticles) {
  for (const std::size_t particles : {1u, 2u, 3u, 17u, 31u}) {
    const auto mesh = make(numbers()), expected = make_reference(numbers());
    const Particles start = random_particles(particles);
    mesh->load(start);
    expected->load(start);
    advance(*mesh, 1);
    advance(*expected, 1);
    Particles a, b;
    mesh->store(a);
    expected->store(b);
    const double eps = 8 * epsilon() * 16 * 16;
    EXPECT_EQ(a.id, b.id);
    expect_near(a.x, b.x, eps);
    expect_near(a.y, b.y, eps);
    expect_near(a.z, b.z, eps);
  }
}

std::vector<Way> step_variants() {
  auto all = everywhere({{{"poisson", "fft"}},
                         {{"poisson", "fft"}, {"transform", "c2c"}},
                         {{"poisson", "fft"}, {"deposit", "tsc"}},
                         {{"poisson", "multigrid"}, {"deposit", "cic"}},
                         {{"poisson", "multigrid"}}});
  all.push_back(on(Backend::kCpu, {{"poisson", "fft"}, {"planner", "measure"}}, 2));
  all.push_back(on(Backend::kCpu, {{"poisson", "multigrid"}}, 2));
  for (const char* solver : {"fft", "multigrid"})
    all.push_back(on(Backend::kCuda, {{"poisson", solver}, {"kernel", "paper"}}));
  for (const char* method : {"sort", "host"})
    all.push_back(on(Backend::kCuda, {{"poisson", "fft"}, {"histogram", method}}));
  for (const char* precision : {"fp64", "fp32"}) {
    Way reordered = on(Backend::kCuda, {{"poisson", "fft"}, {"precision", precision}});
    reordered.name += "_reorder";
    reordered.numbers["reorder"] = 3;
    all.push_back(reordered);
    reordered = on(Backend::kCpu, {{"precision", precision}, {"loop", "best"}}, 3);
    reordered.name += "_reorder";
    reordered.numbers["reorder"] = 3;
    all.push_back(reordered);
  }
  return all;
}
Way best_of(Words words, double reorder) {
  words["loop"] = "best";
  words["precision"] = "fp32";
  return on(Backend::kCpu, words, 3, {{"reorder", reorder}});
}
INSTANTIATE_TEST_SUITE_P(
    Best, MeshStepOnThreads,
    ::testing::Values(best_of({{"poisson", "fft"}}, 0), best_of({{"poisson", "fft"}}, 2),
                      best_of({{"poisson", "multigrid"}}, 0),
                      best_of({{"poisson", "multigrid"}, {"smoother", "jacobi"}}, 2),
                      best_of({{"poisson", "multigrid"}, {"boundary", "dirichlet"}}, 0)),
    test_name);
INSTANTIATE_TEST_SUITE_P(Best, MeshStepOnItsThreads,
                         ::testing::Values(best_of({{"deposit", "cic"}}, 2),
                                           best_of({{"deposit", "tsc"}}, 0)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Variants, MeshStep, ::testing::ValuesIn(step_variants()), test_name);
INSTANTIATE_TEST_SUITE_P(Variants, MeshStepInDouble,
                         ::testing::ValuesIn(only(step_variants(),
                                                  [](const Way& way) { return !way.single(); })),
                         test_name);

class MeshKernel : public MeshTest {};

// At sides that are and are not multiples of what a kernel takes at a time.
TEST_P(MeshKernel, GivesTheReferenceForcesAtAnySide) {
  constexpr double kShort = 1e-6;
  for (const int n : {2, 5, 6, 12, 31, 48})
    for (const char* boundary : {"periodic", "isolated"}) {
      const Particles p = random_particles(501);
      const auto mesh = make({{"grid", double(n)}, {"dt", kShort}}, {{"boundary", boundary}});
      const auto expected =
          make_reference({{"grid", double(n)}, {"dt", kShort}}, {{"boundary", boundary}});
      mesh->load(p);
      expected->load(p);
      Particles a, b;
      mesh->store(a);
      expected->store(b);
      double scale = 1;
      for (const double v : b.ax) scale = std::max(scale, std::abs(v));
      const double limit = epsilon() * (50 + n * n) * scale;
      for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_NEAR(a.ax[i], b.ax[i], limit) << n << " " << boundary;
        ASSERT_NEAR(a.ay[i], b.ay[i], limit) << n << " " << boundary;
        ASSERT_NEAR(a.az[i], b.az[i], limit) << n << " " << boundary;
      }
      if (GetParam().single()) continue;
      // The kernel that kicks, which need not be the one that gives accelerations out; in a step
      // too short to go to another cell.
      advance(*mesh, 1);
      advance(*expected, 1);
      mesh->store(a);
      expected->store(b);
      for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_NEAR(a.vz[i], b.vz[i], kShort * limit + 4 * epsilon()) << n << " " << boundary;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Sides, MeshKernel,
    ::testing::Values(on(Backend::kCpu, {{"precision", "fp32"}}),
                      on(Backend::kCpu, {{"precision", "fp64"}, {"loop", "best"}}, 3),
                      on(Backend::kCpu, {{"precision", "fp32"}, {"loop", "best"}}),
                      on(Backend::kCuda, {{"kernel", "best"}}),
                      on(Backend::kCuda, {{"kernel", "best"}, {"precision", "fp32"}}),
                      on(Backend::kCuda, {{"kernel", "paper"}}),
                      on(Backend::kCuda, {{"kernel", "paper"}, {"precision", "fp32"}})),
    test_name);

}  // namespace
}  // namespace tycho
