// scheme = device: tree and forces of the kernels.
#include "tests/gpu/barnes_hut_device.hpp"

#include <algorithm>
#include <numeric>

#include "core/formulas/pair_force.hpp"
#include "core/formulas/softened_kernel.hpp"
#include "tests/pair_potential.hpp"
#include "tests/same_bits.hpp"

namespace tycho::gpu {
namespace {

/// Relative errors of the accelerations of every `stride`-th body, ascending.
std::vector<double> errors(const Particles& p, double eps, std::size_t stride) {
  std::vector<double> all;
  for (std::size_t i = 0; i < p.size(); i += stride) {
    Vec3<double> sum;
    for (std::size_t j = 0; j < p.size(); ++j)
      if (j != i) sum += pair_force(p.position(j) - p.position(i), p.mass[j], eps * eps);
    all.push_back(length(p.acceleration(i) - sum) / length(sum));
  }
  // A NaN counts as large.
  for (double& e : all)
    if (!(e >= 0)) e = HUGE_VAL;
  std::sort(all.begin(), all.end());
  return all;
}

// With theta this small nearly all is direct summation: what is left is rounding. In single
// precision that of the positions, 5e-7 in a cloud whose one body far out makes the tree 16 wide:
// 5e-5 of a close pair's pull, and more of what is left where the pulls in the middle cancel.
TEST_P(BarnesHutDevice, IsDirectSummationForSmallTheta) {
  for (const int n : {2, 3, 17, 31, 32, 33, 63, 64, 65, 127, 517, 1021, 4099}) {
    const auto algorithm = make({{"theta", 0.001}, {"softening", 0.01}});
    algorithm->load(cloud(n));
    const std::vector<double> all = errors(stored(*algorithm), 0.01, 1);
    EXPECT_LE(all.back(), single() ? 5e-3 : 1e-10) << n;
    EXPECT_LE(all[all.size() / 2], single() ? 2e-5 : 1e-11) << n;
  }
}

// Limits of a tree with quadrupoles, those of Bonsai at these angles doubled for a smaller and
// rougher cloud.
TEST_P(BarnesHutDevice, ErrorsFallWithTheta) {
  const int n = 20011;
  for (const auto& [theta, median, most] :
       {std::tuple{0.75, 1e-3, 1e-2}, {0.5, 2e-4, 2e-3}, {0.3, 5e-5, 5e-4}}) {
    const auto algorithm = make({{"theta", theta}, {"softening", 0.001}});
    algorithm->load(cloud(n));
    const std::vector<double> all = errors(stored(*algorithm), 0.001, 13);
    EXPECT_LE(all[all.size() / 2], median) << theta;
    EXPECT_LE(all[all.size() * 99 / 100], most) << theta;
  }
}

TEST_P(BarnesHutDevice, MonopolesAreWorseButRight) {
  const auto algorithm = make({{"theta", 0.4}, {"softening", 0.001}}, {{"moments", "monopole"}});
  algorithm->load(cloud(5003));
  const std::vector<double> all = errors(stored(*algorithm), 0.001, 7);
  EXPECT_LE(all[all.size() / 2], 2e-3);
  EXPECT_GE(all[all.size() / 2], 1e-5);
}

// Two clouds far apart, one so heavy that it alone counts for the other. What is left of an error
// is that of the cells' expansions and of the one about the groups' centres, both of third order in
// sizes over distance: twice as far apart an eighth, where a wrong first or second order of either
// would leave a half or a quarter. Without quadrupoles the cells' is of second order.
TEST_P(BarnesHutDevice, ErrorsOfFarCellsAreOfThirdOrder) {
  const int n = 600;
  const auto worst = [&](double distance, const char* moments) {
    Particles p = cloud(n);
    p.set_position(2, p.position(5));
    for (int i = n / 2; i < n; ++i) {
      p.mass[i] *= 1e8;
      p.set_position(i, p.position(i) + distance * Vec3<double>{17, 11, -13});
    }
    const auto algorithm =
        make({{"theta", 0.5}, {"softening", 0.3}, {"dt", 1e-12}}, {{"moments", moments}});
    algorithm->load(p);
    advance(*algorithm, 1);
    const Particles q = stored(*algorithm);
    if (single()) {
      EXPECT_GT(algorithm->counters().at("far_cells_per_body"), 0.4) << moments;
    }
    const std::vector<double> potential = algorithm->field("particle_potential");
    double most = 0;
    for (int i = 0; i < n / 2; ++i) {
      Vec3<double> sum;
      double pot = 0;
      for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        sum += pair_force(p.position(j) - p.position(i), p.mass[j], 0.09);
        pot += pair_potential(p.position(j) - p.position(i), p.mass[j], 0.09);
      }
      most = std::max(most, length(q.acceleration(i) - sum) / length(sum));
      EXPECT_NEAR(potential[i], pot, 2e-3 * std::fabs(pot)) << moments << " " << i;
    }
    return most;
  };
  const double near = worst(1, "quadrupole"), far = worst(2, "quadrupole");
  EXPECT_LE(near, 1e-3);
  EXPECT_GE(near / far, 6);
  EXPECT_GE(worst(1, "monopole") / worst(2, "monopole"), 3);
}

// A tree of many levels, and enough groups that every warp takes several.
TEST_P(BarnesHutDevice, IsRightForManyBodies) {
  const int n = 300007;
  const auto algorithm = make({{"theta", 0.5}, {"softening", 0.001}});
  algorithm->load(cloud(n));
  const std::vector<double> all = errors(stored(*algorithm), 0.001, 1999);
  EXPECT_LE(all[all.size() / 2], 2e-4);
  EXPECT_LE(all.back(), 5e-3);
}

// Each cell may be wrong by alpha of the acceleration by the monopole's reckoning; the quadrupole
// takes most of that away.
TEST_P(BarnesHutDevice, RelativeOpeningKeepsErrorsToAlpha) {
  double before = HUGE_VAL;
  for (const double alpha : {0.02, 0.002, 0.0002}) {
    const auto algorithm =
        make({{"alpha", alpha}, {"softening", 0.001}}, {{"opening", "relative"}});
    algorithm->load(cloud(3001));
    const std::vector<double> all = errors(stored(*algorithm), 0.001, 3);
    EXPECT_LE(all[all.size() * 99 / 100], alpha);
    EXPECT_LE(all[all.size() / 2], before);
    before = all[all.size() / 2];
  }
}

// Unequal radii, some so large that whole cells lie within them.
TEST_P(BarnesHutDevice, SplineSofteningTakesTheLargerOfTwoRadii) {
  const int n = 1511;
  Particles p = cloud(n);
  for (int i = 0; i < n; ++i) p.softening.push_back(i % 7 == 0 ? 0.2 : i % 3 == 0 ? 0.01 : 0.03);
  p.set_position(8, p.position(7));
  for (const char* opening : {"geometric", "relative"}) {
    const auto algorithm = make({{"theta", 0.2}, {"alpha", 1e-4}},
                                {{"softening_kernel", "spline"}, {"opening", opening}});
    algorithm->load(p);
    const Particles q = stored(*algorithm);
    const std::vector<double> potential = algorithm->field("particle_potential");
    std::vector<double> all;
    for (int i = 0; i < n; ++i) {
      Vec3<double> sum;
      double pot = 0;
      for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        const Vec3<double> r = p.position(j) - p.position(i);
        const double h = tree::kSplineRadius * std::max(p.softening[i], p.softening[j]);
        const tree::Kernel<double> kernel = tree::spline_kernel(dot(r, r), h);
        sum += (p.mass[j] * kernel.factor) * r;
        pot += p.mass[j] * kernel.potential;
      }
      all.push_back(length(q.acceleration(i) - sum) / length(sum));
      ASSERT_NEAR(potential[i], pot, 1e-4 * std::fabs(pot)) << i << " " << opening;
    }
    std::sort(all.begin(), all.end());
    EXPECT_LE(all[n / 2], 1e-4) << opening;
    EXPECT_LE(all[n * 99 / 100], 2e-3) << opening;
  }
}

TEST_P(BarnesHutDevice, PutsEveryBodyInOneLeafAndTheWholeMassInTheRoot) {
  for (const int n : {1, 2, 16, 17, 511, 512, 513, 10007})
    for (const int leaf : {1, 5, 16, 64}) {
      const Particles p = cloud(n);
      const auto algorithm = make({{"leaf", double(leaf)}});
      algorithm->load(p);
      const std::vector<double> counts = algorithm->field("tree_leaf_count");
      ASSERT_EQ(counts.size(), p.size());
      for (const double count : counts) ASSERT_EQ(count, 1) << n << " " << leaf;
      EXPECT_LE(algorithm->counters().at("largest_leaf"), leaf);
      const std::vector<double> root = algorithm->field("tree_root");
      double mass = 0, x = 0;
      for (int i = 0; i < n; ++i) {
        mass += p.mass[i];
        x += p.mass[i] * p.x[i];
      }
      const double limit = single() ? 1e-6 : 1e-13;
      EXPECT_NEAR(root.at(0), mass, limit * mass);
      EXPECT_NEAR(root.at(1), x / mass, 20 * limit);
    }
}

TEST_P(BarnesHutDevice, TakesBodiesInOnePlaceOnALineAndFarFromTheOrigin) {
  const int n = 1013;
  Particles one_place = cloud(n), line = cloud(n), away = cloud(n);
  for (int i = 0; i < n; ++i) {
    one_place.set_position(i, {0.3, -7, 2});
    line.set_position(i, {0.001 * i * i, 2, 2});
    away.set_position(i, away.position(i) + Vec3<double>{1e7, -3e8, 5e5});
  }
  const auto algorithm = make({{"theta", 0.3}, {"softening", 0.01}});
  algorithm->load(one_place);
  const Particles still = stored(*algorithm);
  for (int i = 0; i < n; ++i) ASSERT_EQ(still.acceleration(i), (Vec3<double>{}));
  EXPECT_EQ(algorithm->counters().at("largest_leaf"), n);
  algorithm->load(line);
  EXPECT_LE(errors(stored(*algorithm), 0.01, 1).at(n / 2), 1e-3);
  // Bodies 3e8 away have positions to 6e-8 in double, whose pull is what counts.
  algorithm->load(away);
  EXPECT_LE(errors(stored(*algorithm), 0.01, 1).at(n / 2), 1e-4);
}

TEST_P(BarnesHutDevice, PotentialIsThatOfDirectSummation) {
  const int n = 3001;
  Particles p = cloud(n);
  p.set_position(8, p.position(7));
  const double eps = 0.01;
  const auto algorithm = make({{"theta", 0.2}, {"softening", eps}});
  algorithm->load(p);
  const std::vector<double> potential = algorithm->field("particle_potential");
  ASSERT_EQ(potential.size(), p.size());
  for (int i = 0; i < n; i += 1) {
    double sum = 0;
    for (int j = 0; j < n; ++j)
      if (j != i) sum += pair_potential(p.position(j) - p.position(i), p.mass[j], eps * eps);
    ASSERT_NEAR(potential[i], sum, 1e-4 * std::fabs(sum)) << i;
  }
}

// Summed on the device, of the state behind the last step, whether it was stored or not.
TEST_P(BarnesHutDevice, TellsTheEnergyThatItsPotentialsAddUpTo) {
  const auto algorithm = make({{"dt", 0.001}});
  algorithm->load(cloud(5003));
  advance(*algorithm, 2);
  const std::vector<double> energy = algorithm->field("energy");
  ASSERT_EQ(energy.size(), 2U);
  const Particles p = stored(*algorithm);
  const std::vector<double> potential = algorithm->field("particle_potential");
  double kinetic = 0, half = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    kinetic += 0.5 * p.mass[i] * dot(p.velocity(i), p.velocity(i));
    half += 0.5 * p.mass[i] * potential[i];
  }
  EXPECT_NEAR(energy[0], kinetic, 1e-12 * kinetic);
  EXPECT_NEAR(energy[1], half, 1e-12 * std::abs(half));
  EXPECT_EQ(algorithm->field("energy"), energy);
}

INSTANTIATE_TEST_SUITE_P(Precisions, BarnesHutDevice, ::testing::Values("fp32", "fp64"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tycho::gpu
