// From particles to density: the histogram by every method, clouds, edges of cells and box.
#include <algorithm>

#include "core/formulas/cell_index.hpp"
#include "tests/pairs/mesh_variants.hpp"

namespace tycho {
namespace {

/// Particles on the faces of cells, on the edges of the box and just inside them, beside random
/// ones; a prime number of them, so that the last block is partly filled.
Particles awkward_particles(const Particles& random, int n) {
  Particles p = random;
  std::size_t at = 0;
  const double dx = 1.0 / n, last = 1 - 0x1p-24;
  for (const double x : {0.0, dx, 0.5, 1 - dx, last})
    for (const double y : {0.0, 3 * dx, last})
      for (const double z : {0.0, 1 - dx, last}) p.set_position(at++, {x, y, z});
  return p;
}

std::vector<double> counted(const Particles& p, int n) {
  std::vector<double> counts(std::size_t(n) * n * n);
  for (std::size_t i = 0; i < p.size(); ++i)
    counts[flat_cell(cell_of(p.x[i], n), cell_of(p.y[i], n), cell_of(p.z[i], n), n)] += 1;
  return counts;
}

class MeshHistogram : public MeshTest {};

TEST_P(MeshHistogram, CountsEveryParticleInItsCell) {
  for (const int n : {6, 16, 32}) {
    const Particles p = awkward_particles(random_particles(10007), n);
    const auto mesh = make({{"grid", double(n)}});
    mesh->load(p);
    EXPECT_EQ(mesh->field("histogram"), counted(p, n)) << "n = " << n;
    // Again after steps, from the positions the particles have got to.
    advance(*mesh, 3);
    Particles moved;
    mesh->store(moved);
    EXPECT_EQ(mesh->field("histogram"), counted(moved, n)) << "n = " << n << ", moved";
  }
}

/// Particles next to the edges of cells: the numbers of single precision below, at and above.
Particles particles_at_edges(int n) {
  Particles p(3 * static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) {
    const float edge = static_cast<float>(k + 1) / static_cast<float>(n);
    const float below = std::nextafter(edge, 0.0f), above = std::nextafter(edge, 2.0f);
    const double middle = (k + 0.5) / n;
    const std::size_t at = 3 * static_cast<std::size_t>(k);
    p.set_position(at, {below, middle, edge < 1 ? edge : below});
    p.set_position(at + 1, {edge < 1 ? edge : below, below, middle});
    p.set_position(at + 2, {edge < 1 ? above : below, middle, below});
  }
  for (double& mass : p.mass) mass = 1;
  return p;
}

/// Where each particle is counted by a product in the precision of its mesh, rounded once: the
/// same on every side, also where it rounds up to the edge of the next cell or of the box.
template <typename Real>
std::vector<double> counted_in(const Particles& p, int n) {
  std::vector<double> counts(std::size_t(n) * n * n);
  const auto cell = [n](double x) {
    const Real product = static_cast<Real>(x) * static_cast<Real>(n);
    return std::min(static_cast<int>(std::floor(product)), n - 1);
  };
  for (std::size_t i = 0; i < p.size(); ++i)
    counts[flat_cell(cell(p.x[i]), cell(p.y[i]), cell(p.z[i]), n)] += 1;
  return counts;
}

TEST_P(MeshHistogram, CountsByAProductInItsOwnPrecision) {
  int apart = 0;
  for (const int n : {3, 6, 12, 25, 48, 50}) {
    const Particles p = particles_at_edges(n);
    const auto mesh = make({{"grid", double(n)}});
    mesh->load(p);
    const auto single = counted_in<float>(p, n), exact = counted_in<double>(p, n);
    EXPECT_EQ(mesh->field("histogram"), GetParam().single() ? single : exact) << "n = " << n;
    apart += single != exact;
    // A step deposits by other code than a load where several stages are one.
    advance(*mesh, 1);
    Particles moved;
    mesh->store(moved);
    EXPECT_EQ(mesh->field("histogram"),
              GetParam().single() ? counted_in<float>(moved, n) : counted_in<double>(moved, n))
        << "n = " << n << ", moved";
  }
  EXPECT_GT(apart, 0) << "no particle that the two precisions put into different cells";
}

TEST_P(MeshHistogram, CountsAllParticlesInOneCell) {
  Particles p = random_particles(1009);
  for (std::size_t i = 0; i < p.size(); ++i) p.set_position(i, {0.999, 0.001, 0.5});
  const auto mesh = make({{"grid", 16}});
  mesh->load(p);
  EXPECT_EQ(mesh->field("histogram"), counted(p, 16));
}

TEST_P(MeshHistogram, CountsOneParticleAlone) {
  Particles p = random_particles(1);
  const auto mesh = make({{"grid", 8}});
  mesh->load(p);
  EXPECT_EQ(mesh->field("histogram"), counted(p, 8));
}

TEST_P(MeshHistogram, TurnsIntoADensityOfTheSameMass) {
  const Particles p = random_particles(4099);
  const auto mesh = make({{"grid", 16}});
  mesh->load(p);
  long double total = 0;  // what the test itself adds up must not round
  for (const double rho : mesh->field("density")) total += rho / (16 * 16 * 16);
  EXPECT_NEAR(static_cast<double>(total), 0.3, 0.3 * 2 * epsilon());
}

TEST_P(MeshHistogram, CountsParticlesBroughtIntoTheBox) {
  Particles p = random_particles(101);
  p.x[3] = 1.25;
  p.z[3] = -0.25;
  p.y[50] = -1e-12;
  p.y[51] = 1.0;
  const auto mesh = make({{"grid", 8}});
  mesh->load(p);
  EXPECT_EQ(mesh->counters().at("wrapped_at_load"), 3);
  Particles out;
  mesh->store(out);
  EXPECT_EQ(out.x[3], 0.25);
  EXPECT_EQ(out.z[3], 0.75);
  for (const auto* axis : {&out.x, &out.y, &out.z})
    for (const double x : *axis) EXPECT_TRUE(x >= 0 && x < 1) << x;
}

const std::vector<Way> kHistograms{
    on(Backend::kCpu, {{"precision", "fp64"}}),
    on(Backend::kCpu, {{"precision", "fp32"}}),
    on(Backend::kCpu, {{"precision", "fp32"}}, 3),
    on(Backend::kCpu, {{"precision", "fp64"}, {"loop", "best"}}, 5, {{"reorder", 1}}),
    on(Backend::kCpu, {{"precision", "fp32"}, {"loop", "best"}}, 3, {{"reorder", 2}}),
    on(Backend::kCuda, {{"histogram", "atomic"}, {"precision", "fp32"}}),
    on(Backend::kCuda, {{"histogram", "atomic"}, {"precision", "fp64"}}),
    on(Backend::kCuda, {{"histogram", "sort"}, {"precision", "fp32"}}),
    on(Backend::kCuda, {{"histogram", "sort"}, {"precision", "fp64"}}),
    on(Backend::kCuda, {{"histogram", "host"}, {"precision", "fp32"}}),
    on(Backend::kCuda, {{"histogram", "host"}, {"precision", "fp32"}}, 3)};
INSTANTIATE_TEST_SUITE_P(Methods, MeshHistogram, ::testing::ValuesIn(kHistograms), test_name);

class MeshClouds : public MeshTest {};

TEST_P(MeshClouds, KeepTheMassOfParticlesOnFacesAndEdges) {
  for (const int n : {8, 32}) {
    const Particles p = awkward_particles(random_particles(2003), n);
    const auto mesh = make({{"grid", double(n)}});
    mesh->load(p);
    double total = 0;
    for (const double part : mesh->field("histogram")) {
      EXPECT_GE(part, 0);
      total += part;
    }
    EXPECT_NEAR(total, 2003, 2003 * 8 * epsilon());
  }
}

TEST_P(MeshClouds, AgreeWithTheReference) {
  const Particles p = awkward_particles(random_particles(2003), 16);
  const auto mesh = make({{"grid", 16}}), expected = make_reference({{"grid", 16}});
  mesh->load(p);
  expected->load(p);
  const auto a = mesh->field("histogram"), b = expected->field("histogram");
  ASSERT_EQ(a.size(), b.size());
  // Sums of up to a few hundred weights; a position is known to eps, a weight to eps n.
  for (std::size_t c = 0; c < a.size(); ++c)
    ASSERT_NEAR(a[c], b[c], 64 * epsilon() * (1 + b[c])) << "cell " << c;
}

// What a step deposits, which may be by other code than a load: at the start of a step the
// particles are where they were loaded. Few particles and many, in any cell and all in one; with
// more threads than planes of the mesh.
TEST_P(MeshClouds, AreThoseOfTheLoadInAStep) {
  for (const int n : {2, 5, 16})
    for (const std::size_t particles : {1u, 2u, 61u, 2003u})
      for (const bool crowded : {false, true}) {
        Particles p = random_particles(particles);
        if (particles > 2000) p = awkward_particles(p, n);
        for (std::size_t i = 0; crowded && i < particles; ++i)
          p.set_position(i, {0.999, 0.001 + 0x1p-20 * static_cast<double>(i % 7), 0.999});
        const auto mesh = make({{"grid", double(n)}});
        mesh->load(p);
        const auto loaded = mesh->field("density");
        advance(*mesh, 1);
        const auto deposited = mesh->field("density");
        ASSERT_EQ(deposited.size(), loaded.size());
        // Whole particles are counted alike; a sum of weights rounds once for each at most, and
        // each weight a few times.
        const bool whole = GetParam().words.at("deposit") == "ngp";
        const double roundings = whole ? 0 : 64 + double(particles);
        const double one = 0.3 * n * n * n / double(particles);
        for (std::size_t c = 0; c < loaded.size(); ++c)
          ASSERT_NEAR(deposited[c], loaded[c], roundings * epsilon() * (loaded[c] + one))
              << "cell " << c << " of " << n << "^3, " << particles << " particles";
      }
}

INSTANTIATE_TEST_SUITE_P(Sides, MeshClouds,
                         ::testing::ValuesIn(everywhere(
                             {{{"deposit", "ngp"}}, {{"deposit", "cic"}}, {{"deposit", "tsc"}}})),
                         test_name);

}  // namespace
}  // namespace tycho
