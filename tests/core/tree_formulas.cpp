// The tree's formulas against what they are made to reproduce.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/formulas/individual_step.hpp"
#include "core/formulas/morton.hpp"
#include "core/formulas/multipole.hpp"
#include "core/formulas/opening.hpp"
#include "core/philox.hpp"

namespace tycho::tree {
namespace {

using V = Vec3<double>;

double length(const V& v) { return std::sqrt(dot(v, v)); }

TEST(MortonKey, SpreadsEveryBitToItsPlaceAndBack) {
  for (int bit = 0; bit < kDeepestLevel; ++bit)
    EXPECT_EQ(spread_bits(1u << bit), std::uint64_t{1} << (3 * bit)) << bit;
  const Random random(11);
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t index = random.bits(i)[0] >> 11;
    EXPECT_EQ(compact_bits(spread_bits(index)), index);
  }
}

TEST(MortonKey, HasXInTheHighestPlace) {
  EXPECT_EQ(morton_key(1, 0, 0), 4u);
  EXPECT_EQ(morton_key(0, 1, 0), 2u);
  EXPECT_EQ(morton_key(0, 0, 1), 1u);
  EXPECT_EQ(morton_key(0x1fffff, 0x1fffff, 0x1fffff), 0x7fffffffffffffffull);
}

TEST(MortonKey, KeepsEveryBodyInTheCube) {
  const V low{-3, 5, 1e6}, high{-2, 5.5, 1e6 + 7};
  const auto cube = cube_around(low, high);
  EXPECT_GT(cube.side, 7);
  EXPECT_LT(cube.side, 7.001);
  EXPECT_EQ(grid_index(low.x, cube.corner.x, cube.side), 0u);
  EXPECT_EQ(grid_index(high.z, cube.corner.z, cube.side), (1u << 21) - 2);  // side a little longer
  EXPECT_EQ(grid_index(1e9, cube.corner.z, cube.side), (1u << 21) - 1);
  EXPECT_EQ(grid_index(-1e9, cube.corner.z, cube.side), 0u);
}

TEST(MortonKey, GivesBodiesInOnePlaceACubeOfSomeSize) {
  EXPECT_EQ(cube_around(V{2, 3, 4}, V{2, 3, 4}).side, 1);
}

TEST(TreeCell, HoldsThePositionAtEveryLevel) {
  const auto root = cube_around(V{-1, -2, 3}, V{4, 1, 4});
  const Random random(5);
  for (int i = 0; i < 200; ++i) {
    const V at{random.uniform(i, -1, 4, 0), random.uniform(i, -2, 1, 1),
               random.uniform(i, 3, 4, 2)};
    for (int level = 0; level <= kDeepestLevel; ++level) {
      const auto cell = cell_of(morton_key(at, root), level, root);
      EXPECT_EQ(cell.side, root.side / std::exp2(level));
      // Rounding in the corner is of the root's size.
      const V off = at - centre(cell);
      for (const double d : {off.x, off.y, off.z})
        ASSERT_LE(std::fabs(d), cell.side / 2 + 1e-15 * 8) << "level " << level;
    }
  }
}

TEST(GeometricOpening, IsTheSideOverThetaAndTheOffsetOfTheMass) {
  EXPECT_DOUBLE_EQ(geometric_opening(2.0, 0.5, 0.0), 16);
  EXPECT_DOUBLE_EQ(geometric_opening(2.0, 0.5, 1.5), 5.5 * 5.5);
}

// The failure the guard is for: all mass in one corner, the body just outside the opposite one.
// Its distance to the centre of mass is the diagonal, sqrt(3) sides, and without the guard a theta
// of 0.6 takes the cell although the body touches it.
TEST(GeometricOpening, OpensACellBesideTheBodyHoweverFarItsMassSits) {
  const double side = 1, theta = 0.6;
  const V com{-0.5, -0.5, -0.5}, body{0.51, 0.51, 0.51};  // about the cell's centre
  const V r = com - body;
  EXPECT_GT(dot(r, r), geometric_opening(side, theta, 0.0));
  EXPECT_LT(dot(r, r), geometric_opening(side, theta, length(com)));
}

TEST(GeometricOpening, NeverLetsABodyTakeACellItIsIn) {
  const Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const auto inside = [&](std::uint32_t draw) {
      return V{random.uniform(i, -0.5, 0.5, draw), random.uniform(i, -0.5, 0.5, draw + 1),
               random.uniform(i, -0.5, 0.5, draw + 2)};
    };
    const V body = inside(0), com = inside(3), r = com - body;
    ASSERT_LT(dot(r, r), geometric_opening(1.0, kLargestTheta, length(com)));
  }
}

TEST(RelativeOpening, ComparesTheCellsErrorWithTheBodysAcceleration) {
  // M side^2 / r^4 = 3 * 4 / 81 = 0.148...
  const double opening = relative_opening(3.0, 2.0);
  EXPECT_TRUE(opened_relative(opening, 0.148, 9.0));
  EXPECT_FALSE(opened_relative(opening, 0.149, 9.0));
}

TEST(RelativeOpening, AlwaysOpensWithinSixTenthsOfASideAlongAllAxes) {
  EXPECT_TRUE(opened_always(V{1.19, -1.19, 1.19}, 2.0));
  EXPECT_FALSE(opened_always(V{1.21, 0, 0}, 2.0));
  EXPECT_FALSE(opened_always(V{0, -1.21, 0}, 2.0));
  EXPECT_FALSE(opened_always(V{0, 0, 1.21}, 2.0));
}

TEST(BoxDistance, IsZeroInsideAndToTheNearestCornerOutside) {
  const V centre{1, 2, 3}, half{1, 2, 0.5};
  EXPECT_EQ(distance_sq_to_box(V{1.9, 0.1, 3.4}, centre, half), 0);
  EXPECT_DOUBLE_EQ(distance_sq_to_box(V{4, 2, 3}, centre, half), 4);
  EXPECT_DOUBLE_EQ(distance_sq_to_box(V{3, -3, 1.5}, centre, half), 1 + 9 + 1);
}

TEST(PlummerKernel, IsSoftenedAndPullsAtNothingInOnePlace) {
  const auto kernel = plummer_kernel(16.0, 9.0);
  EXPECT_DOUBLE_EQ(kernel.factor, 1.0 / 125);
  EXPECT_DOUBLE_EQ(kernel.potential, -1.0 / 5);
  EXPECT_EQ(plummer_kernel(0.0, 0.0).factor, 0);
  EXPECT_EQ(plummer_kernel(0.0, 0.0).potential, 0);
}

TEST(SplineKernel, IsNewtonsFromItsRadiusOn) {
  const double h = 1.4;
  for (const double r : {h, 1.01 * h, 7.0}) {
    EXPECT_DOUBLE_EQ(spline_kernel(r * r, h).factor, 1 / (r * r * r));
    EXPECT_DOUBLE_EQ(spline_kernel(r * r, h).potential, -1 / r);
  }
}

TEST(SplineKernel, HasPlummersDepthInTheCentre) {
  const double eps = 0.25;
  EXPECT_DOUBLE_EQ(spline_kernel(0.0, kSplineRadius * eps).potential, -1 / eps);
}

TEST(SplineKernel, IsSmoothWhereItsPiecesMeet) {
  const double h = 0.7, step = 1e-9;
  for (const double u : {0.5, 1.0}) {
    const double below = u * h * (1 - step), above = u * h * (1 + step);
    const auto inner = spline_kernel(below * below, h), outer = spline_kernel(above * above, h);
    EXPECT_NEAR(inner.factor / outer.factor, 1, 1e-7) << u;
    EXPECT_NEAR(inner.potential / outer.potential, 1, 1e-7) << u;
  }
}

TEST(SplineKernel, PullsDownItsPotential) {
  const double h = 2, step = 1e-5;
  for (const double r : {0.1, 0.5, 0.9, 1.1, 1.5, 1.9, 2.5}) {
    const auto pot = [&](double at) { return spline_kernel(at * at, h).potential; };
    const double slope = (pot(r + step) - pot(r - step)) / (2 * step);
    EXPECT_NEAR(spline_kernel(r * r, h).factor * r, slope, 1e-8) << r;
  }
}

// Three unequal masses about their centre of mass, seen from afar.
struct Clump {
  std::array<double, 3> mass{1, 2.5, 0.7};
  std::array<V, 3> x{V{0.3, -0.1, 0.2}, V{-0.25, 0.15, 0.05}, V{0.1, 0.4, -0.35}};

  Clump() {
    V sum;
    for (int k = 0; k < 3; ++k) sum += mass[k] * x[k];
    for (V& at : x) at -= (1 / total()) * sum;
  }
  double total() const { return mass[0] + mass[1] + mass[2]; }
  Quadrupole<double> moments() const {
    Quadrupole<double> s;
    for (int k = 0; k < 3; ++k) s += second_moments(mass[k], x[k]);
    return s;
  }
  Pull<double> direct(const V& r, double eps_sq) const {
    Pull<double> sum;
    for (int k = 0; k < 3; ++k) {
      const V at = r + x[k];
      sum += monopole_pull(at, mass[k], plummer_kernel(dot(at, at), eps_sq));
    }
    return sum;
  }
  Pull<double> expanded(const V& r, double eps_sq, bool quadrupole) const {
    const auto kernel = plummer_kernel(dot(r, r), eps_sq);
    Pull<double> pull = monopole_pull(r, total(), kernel);
    if (quadrupole) pull += quadrupole_pull(r, moments(), kernel);
    return pull;
  }
};

// Twice the distance (and softening) divides the relative error of the monopole by 2^2 and that of
// the quadrupole by 2^3: the first moments that are left out. The softening is of the size of the
// distance, where a quadrupole freed of its trace would gain nothing.
TEST(Multipole, ErrsByTheFirstMomentThatIsLeftOut) {
  const Clump clump;
  for (const double eps : {0.0, 1.0}) {
    for (const bool quadrupole : {false, true}) {
      std::vector<double> acc, pot;
      for (const double scale : {16.0, 32.0}) {
        const V r = scale * V{0.6, -0.5, 0.4};
        const double eps_sq = eps * eps * scale * scale;
        const auto exact = clump.direct(r, eps_sq), series = clump.expanded(r, eps_sq, quadrupole);
        acc.push_back(length(series.acc - exact.acc) / length(exact.acc));
        pot.push_back(std::fabs(series.pot / exact.pot - 1));
      }
      const double order = quadrupole ? 8 : 4;
      EXPECT_NEAR(acc[0] / acc[1], order, 0.15 * order) << eps << quadrupole;
      EXPECT_NEAR(pot[0] / pot[1], order, 0.15 * order) << eps << quadrupole;
    }
  }
}

TEST(Multipole, PullsDownItsPotential) {
  const Clump clump;
  const double step = 1e-5, eps_sq = 0.3;
  const V r{0.9, -1.3, 0.6};
  const auto pot = [&](const V& at) { return clump.expanded(at, eps_sq, true).pot; };
  const V slope{(pot(r + V{step, 0, 0}) - pot(r - V{step, 0, 0})) / (2 * step),
                (pot(r + V{0, step, 0}) - pot(r - V{0, step, 0})) / (2 * step),
                (pot(r + V{0, 0, step}) - pot(r - V{0, 0, step})) / (2 * step)};
  EXPECT_LT(length(clump.expanded(r, eps_sq, true).acc - slope), 1e-8);
}

TEST(IndividualStep, IsGadgets) {
  EXPECT_DOUBLE_EQ(wanted_step(0.02, 0.25, 4.0), 0.05);
  EXPECT_EQ(wanted_step(0.02, 0.25, 0.0), HUGE_VAL);
}

TEST(IndividualStep, IsTheLongestThatIsNotTooLong) {
  EXPECT_EQ(rung_of(5, 1, 10), 0);
  EXPECT_EQ(rung_of(1, 1, 10), 0);
  EXPECT_EQ(rung_of(0.999, 1, 10), 1);
  EXPECT_EQ(rung_of(0.25, 1, 10), 2);
  EXPECT_EQ(rung_of(0.3, 3, 10), 4);  // 3/16
  EXPECT_EQ(rung_of(1e-9, 1, 10), 10);
  EXPECT_EQ(rung_of(0, 1, 10), 10);
  EXPECT_EQ(rung_of(HUGE_VAL, 1, 10), 0);
  EXPECT_EQ(rung_of(std::numeric_limits<double>::quiet_NaN(), 1, 10), 10);
  EXPECT_EQ(step_of(3, 0.7), 0.7 / 8);
}

TEST(IndividualStep, GrowsOnlyWhereTheLongerStepBegins) {
  // Four rungs: 16 ticks; rung 4 is due at every tick, rung 3 at even ones.
  EXPECT_TRUE(is_due(5, 4, 4));
  EXPECT_FALSE(is_due(5, 3, 4));
  EXPECT_TRUE(is_due(6, 3, 4));
  EXPECT_EQ(next_rung(0, 5, 4), 4);
  EXPECT_EQ(next_rung(0, 6, 4), 3);
  EXPECT_EQ(next_rung(0, 12, 4), 2);
  EXPECT_EQ(next_rung(0, 16, 4), 0);
  EXPECT_EQ(next_rung(4, 16, 4), 4);  // shorter at any time
}

}  // namespace
}  // namespace tycho::tree
