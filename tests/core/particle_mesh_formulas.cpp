// The formulas of the particle-mesh method against what they are by analysis.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/contracts/particle_mesh.hpp"
#include "core/error.hpp"
#include "core/formulas/cell_index.hpp"
#include "core/formulas/central_difference.hpp"
#include "core/formulas/cloud_weights.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "core/formulas/isolated_green.hpp"
#include "core/formulas/leapfrog.hpp"
#include "core/formulas/mesh_transfer.hpp"
#include "core/settings.hpp"
#include "core/unit_box.hpp"

namespace tycho {
namespace {

template <typename Real>
class InEitherPrecision : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(InEitherPrecision, Precisions);

TYPED_TEST(InEitherPrecision, WrapNeverReturnsOne) {
  using Real = TypeParam;
  const Real eps = std::numeric_limits<Real>::epsilon();
  for (const Real x : {-eps / 8, -std::numeric_limits<Real>::denorm_min(), Real(1), Real(-1),
                       Real(2), Real(1) - eps / 2, Real(-1e-9), Real(-3) - eps, Real(12345.75)}) {
    const Real wrapped = wrap_unit(x);
    EXPECT_GE(wrapped, Real(0)) << x;
    EXPECT_LT(wrapped, Real(1)) << x;
  }
  EXPECT_EQ(wrap_unit(Real(12345.75)), Real(0.75));
  EXPECT_EQ(wrap_unit(Real(-0.25)), Real(0.75));
  EXPECT_EQ(wrap_unit(Real(0.25)), Real(0.25));
  EXPECT_TRUE(std::isnan(wrap_unit(std::numeric_limits<Real>::quiet_NaN())));
}

TYPED_TEST(InEitherPrecision, CellIsValidForAnyNumber) {
  using Real = TypeParam;
  for (const int n : {2, 3, 96, 128, 1000}) {
    EXPECT_EQ(cell_of(Real(0), n), 0);
    EXPECT_EQ(cell_of(std::nextafter(Real(1), Real(0)), n), n - 1);
    EXPECT_EQ(cell_of(Real(1), n), n - 1);
    EXPECT_EQ(cell_of(Real(-1), n), 0);
    EXPECT_EQ(cell_of(std::numeric_limits<Real>::quiet_NaN(), n), 0);
  }
  for (int i = 0; i < 128; ++i) EXPECT_EQ(cell_of(Real(i) / 128, 128), i) << "on the face";
}

TEST(CellIndex, RunsFastestAlongX) {
  EXPECT_EQ(flat_cell(1, 0, 0, 8), 1);
  EXPECT_EQ(flat_cell(0, 1, 0, 8), 8);
  EXPECT_EQ(flat_cell(0, 0, 1, 8), 64);
  EXPECT_EQ(flat_cell(1023, 1023, 1023, 1024), (1 << 30) - 1);
  EXPECT_EQ(cell_before(0, 8), 7);
  EXPECT_EQ(cell_after(7, 8), 0);
  EXPECT_EQ(wrap_cell(-1, 8), 7);
  EXPECT_EQ(wrap_cell(8, 8), 0);
}

// A cloud's weights sum to one, and from cic on their first moment is the particle's own place.
template <Cloud kCloud, typename Real>
void expect_moments(bool first_moment) {
  constexpr int n = 16;
  const Real eps = std::numeric_limits<Real>::epsilon();
  for (int step = 0; step < 997; ++step) {
    const Real x = Real(step) / 997;
    const auto weights = axis_weights<kCloud>(x, n);
    Real sum = 0, place = 0;
    for (int a = 0; a < points(kCloud); ++a) {
      EXPECT_GE(weights.weight[a], Real(0));
      sum += weights.weight[a];
      place += weights.weight[a] * (weights.first + a + Real(0.5)) / n;
    }
    EXPECT_NEAR(sum, Real(1), 4 * eps);
    if (!first_moment) continue;
    EXPECT_NEAR(place, x, 4 * eps) << x;
  }
}

TYPED_TEST(InEitherPrecision, CloudsHoldWholeParticlesInTheRightPlace) {
  expect_moments<Cloud::kNgp, TypeParam>(false);
  expect_moments<Cloud::kCic, TypeParam>(true);
  expect_moments<Cloud::kTsc, TypeParam>(true);
  expect_moments<Cloud::kPcs, TypeParam>(true);
}

TEST(Clouds, HaveTheirKnownShapes) {
  // In a cell's middle cic is ngp, and tsc is (1/8, 3/4, 1/8); on a face both are symmetric.
  const auto cic = axis_weights<Cloud::kCic>(0.5 + 0.5 / 8, 8);
  EXPECT_EQ(cic.first, 4);
  EXPECT_DOUBLE_EQ(cic.weight[0], 1);
  const auto tsc = axis_weights<Cloud::kTsc>(0.5 + 0.5 / 8, 8);
  EXPECT_EQ(tsc.first, 3);
  EXPECT_DOUBLE_EQ(tsc.weight[0], 0.125);
  EXPECT_DOUBLE_EQ(tsc.weight[1], 0.75);
  const auto pcs = axis_weights<Cloud::kPcs>(0.5 + 0.5 / 8, 8);  // (1, 4, 1) / 6
  EXPECT_EQ(pcs.first, 3);
  EXPECT_DOUBLE_EQ(pcs.weight[0], 1.0 / 6);
  EXPECT_DOUBLE_EQ(pcs.weight[1], 2.0 / 3);
  EXPECT_DOUBLE_EQ(pcs.weight[3], 0);
  const auto face = axis_weights<Cloud::kCic>(0.5, 8);
  EXPECT_EQ(face.first, 3);
  EXPECT_DOUBLE_EQ(face.weight[0], 0.5);
  double sum = 0;
  int visits = 0;
  for_cloud<Cloud::kTsc>(0.01, 0.99, 0.0, 8, [&](std::int32_t cell, double weight) {
    EXPECT_GE(cell, 0);
    EXPECT_LT(cell, 512);
    sum += weight;
    ++visits;
  });
  EXPECT_EQ(visits, 27);
  EXPECT_NEAR(sum, 1, 1e-15);
}

TEST(DiscreteLaplacian, HasCosinesAsEigenvectors) {
  constexpr int n = 24;
  for (const int mode : {1, 5, 12}) {
    const auto u = [&](int i) { return std::cos(2 * std::numbers::pi * mode * i / n); };
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(u(i - 1) + u(i + 1) - 2 * u(i), -eigenvalue_term(mode, n) * u(i), 1e-14);
  }
  EXPECT_EQ(eigenvalue_term(0, n), 0);
}

TEST(DiscreteLaplacian, IsSatisfiedByARelaxedCell) {
  const double rho = 0.7, neighbours = 3.1;
  const double u = relaxed(neighbours, 1.0 / 6, 0.2, rho, 1.0);
  EXPECT_NEAR(residual_of(neighbours, 6.0, u, rho), 0, 1e-15);
  // Half way there with omega = 1/2.
  EXPECT_NEAR(relaxed(neighbours, 1.0 / 6, 0.2, rho, 0.5), 0.5 * (0.2 + u), 1e-15);
}

TEST(MeshTransfer, KeepsConstantsAndStraightLines) {
  EXPECT_DOUBLE_EQ(restricted(8 * 0.3), 4 * 0.3);
  EXPECT_DOUBLE_EQ(prolonged(0.3, 0.3), 0.3);
  // Coarse centres lie at 2 i + 1 in fine half cells ... a straight line comes out straight.
  const auto line = [](double x) { return 2 * x - 1; };
  for (int i = 2; i < 10; ++i) {
    const double near_value = line(2 * (i / 2) + 1), far_value = line(2 * far_coarse(i) + 1);
    EXPECT_DOUBLE_EQ(prolonged(near_value, far_value), line(i + 0.5));
  }
}

TEST(CentralDifference, IsExactForParabolas) {
  const double dx = 0.125, x = 0.4;
  const auto phi = [](double at) { return 3 * at * at - at; };
  EXPECT_NEAR(acceleration_of(phi(x - dx), phi(x + dx), 0.5 / dx), -(6 * x - 1), 1e-14);
}

TEST(CentralDifference, GoesOnBeyondTheBoxAsTheBoundarySays) {
  EXPECT_EQ(beyond(Boundary::kPeriodic, 1.0, 2.0, 7.0), 7.0);
  EXPECT_EQ(beyond(Boundary::kIsolated, 1.0, 3.0, 7.0), -1.0);
  EXPECT_EQ(beyond(Boundary::kDirichlet, 1.0, 3.0, 7.0), -1.0);
}

TEST(Leapfrog, KicksAndDrifts) {
  EXPECT_DOUBLE_EQ(kicked(1.0, 3.0, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(drifted(0.75, 1.0, 0.5), 0.25);
  EXPECT_LT(drifted(0.0f, -1e-9f, 1.0f), 1.0f);
}

TEST(IsolatedGreen, IsOneOverRAndFiniteInTheMiddle) {
  EXPECT_NEAR(isolated_green(3, 0, 4), -1 / (4 * std::numbers::pi * 5), 1e-15);
  // The mean of 1/r over the unit cube by the midpoint rule.
  constexpr int m = 60;
  double sum = 0;
  for (int k = 0; k < m; ++k)
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < m; ++i) {
        const double x = (i + 0.5) / m - 0.5, y = (j + 0.5) / m - 0.5, z = (k + 0.5) / m - 0.5;
        sum += 1 / std::sqrt(x * x + y * y + z * z);
      }
  EXPECT_NEAR(isolated_green(0, 0, 0), -sum / (m * m * m) / (4 * std::numbers::pi), 1e-4);
}

TEST(UnitBox, WrapsAndCountsWhatLiesOutside) {
  Particles p(4);
  p.mass.assign(4, 2.0);
  p.x = {0.25, 1.0, -1e-12, 0.999999999999};
  const auto box = in_unit_box<float>(p);
  EXPECT_EQ(box.wrapped, 3);  // the last rounds to 1 in single precision
  for (const float x : box.x) EXPECT_LT(x, 1.0f);
  EXPECT_EQ(in_unit_box<double>(p).wrapped, 2);
}

TEST(UnitBox, RefusesWhatIsNoNumberNamingTheFirst) {
  Particles p(5);
  p.mass.assign(5, 1.0);
  p.y[3] = std::nan("");
  p.z[4] = std::nan("");
  try {
    in_unit_box<double>(p);
    FAIL() << "a NaN went in";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("particle 3 (id 3)"), std::string::npos)
        << error.what();
  }
}

TEST(UnitBox, RefusesUnequalMasses) {
  Particles p(3);
  p.mass = {1, 1, 2};
  EXPECT_THROW(in_unit_box<double>(p), UsageError);
}

TEST(MeshLevels, ReachTwoByDefaultAndStopWhereAsked) {
  using particle_mesh::level_sides;
  EXPECT_EQ(level_sides(32, 0), (std::vector<int>{32, 16, 8, 4, 2}));
  EXPECT_EQ(level_sides(128, 5), (std::vector<int>{128, 64, 32, 16, 8, 4}));
  EXPECT_EQ(level_sides(96, 4), (std::vector<int>{96, 48, 24, 12, 6}));
  EXPECT_THROW(level_sides(32, 5), UsageError);
  EXPECT_THROW(level_sides(96, 0), UsageError);
  EXPECT_THROW(level_sides(31, 0), UsageError);
  EXPECT_THROW(level_sides(96, 5), UsageError);
}

TEST(ParticleMeshContract, CountsWorkForEveryStage) {
  const Contract& contract = particle_mesh::contract();
  for (const char* solver : {"fft", "multigrid"}) {
    Settings settings(contract, Backend::kCuda);
    settings.set("poisson", solver);
    settings.set("precision", "fp32");
    settings.set("grid", 256);
    for (std::size_t s = 0; s < contract.stages.size(); ++s) {
      const Work work = contract.work(static_cast<int>(s), settings, 1 << 24);
      EXPECT_GT(work.bytes, 0) << contract.stages[s].id;
      // A reorder moves particles, and what goes between ranks is only carried.
      const bool computes = s != particle_mesh::kReorder && s < particle_mesh::kMigrate;
      EXPECT_EQ(work.flops > 0, computes) << contract.stages[s].id;
    }
  }
}

// Of an isolated system's mesh: padded (1 + 8), transformed (8 + 8), multiplied with Green's
// function (8 + 4 + 8), transformed back (8 + 8) and cut out (1 + 1), in meshes of reals. The modes
// are (n + 1) / n of what they are counted as here.
TEST(ParticleMeshContract, CountsOfAPaddedMeshOnTheWayOutOnlyWhatIsCutOut) {
  for (const char* precision : {"fp32", "fp64"}) {
    Settings settings(particle_mesh::contract(), Backend::kCuda);
    settings.set("boundary", std::string_view("isolated"));
    settings.set("precision", std::string_view(precision));
    settings.set("grid", 128);
    const double real = precision == std::string_view("fp32") ? 4 : 8, mesh = 128. * 128 * 128;
    const double modes = 4 * 129. / 128;  // of complex numbers, in meshes
    const Work work = particle_mesh::contract().work(particle_mesh::kPoisson, settings, 1 << 21);
    EXPECT_DOUBLE_EQ(work.bytes / (real * mesh),
                     (1 + 8) + (8 + 2 * modes) + (2 + 1 + 2) * modes + (2 * modes + 8) + (1 + 1));
  }
}

TEST(ParticleMeshContract, RefusesSettingsThatDoNotGoTogether) {
  const auto settings = [](auto... pairs) {
    Settings s(particle_mesh::contract(), Backend::kCuda);
    (s.set(pairs.first, std::string_view(pairs.second)), ...);
    return s;
  };
  using P = std::pair<const char*, const char*>;
  const auto require_sound = [](const Settings& s) {
    particle_mesh::require_sound(particle_mesh::options(s));
  };
  EXPECT_NO_THROW(require_sound(settings(P{"boundary", "isolated"})));
  EXPECT_THROW(require_sound(settings(P{"boundary", "dirichlet"})), UsageError);
  EXPECT_THROW(require_sound(settings(P{"boundary", "isolated"}, P{"poisson", "multigrid"})),
               UsageError);
  EXPECT_THROW(require_sound(settings(P{"boundary", "isolated"}, P{"transform", "c2c"})),
               UsageError);
  EXPECT_THROW(require_sound(settings(P{"deposit", "cic"}, P{"histogram", "sort"})), UsageError);
}

}  // namespace
}  // namespace tycho
