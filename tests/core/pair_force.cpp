#include "core/formulas/pair_force.hpp"

#include <gtest/gtest.h>

#include "tests/pair_potential.hpp"

namespace tycho {
namespace {

TEST(PairForce, IsTheInverseSquareLawWithoutSoftening) {
  // Separation (2, 3, 6) has length 7.
  const Vec3<double> a = pair_force(Vec3<double>{2, 3, 6}, 5.0, softening_sq(0.0));
  EXPECT_NEAR(a.x, 5.0 * 2 / 343, 1e-16);
  EXPECT_NEAR(a.y, 5.0 * 3 / 343, 1e-16);
  EXPECT_NEAR(a.z, 5.0 * 6 / 343, 1e-16);
}

TEST(PairForce, SoftensAsAPlummerSphereDoes) {
  // |r|^2 + eps^2 = 9 + 16 = 25.
  const Vec3<double> a = pair_force(Vec3<double>{0, -3, 0}, 2.0, softening_sq(4.0));
  EXPECT_NEAR(a.y, -2.0 * 3 / 125, 1e-16);
  EXPECT_EQ(pair_potential(Vec3<double>{0, -3, 0}, 2.0, softening_sq(4.0)), -2.0 / 5);
}

TEST(PairForce, IsMinusTheGradientOfThePotential) {
  const Vec3<double> r{0.3, -0.7, 0.4};
  const double mass = 1.7, eps_sq = softening_sq(0.2), h = 1e-5;
  const auto potential_at = [&](double dx) {  // moving body i by dx shortens the separation by dx
    return pair_potential(Vec3<double>{r.x - dx, r.y, r.z}, mass, eps_sq);
  };
  const double slope = (potential_at(h) - potential_at(-h)) / (2 * h);
  EXPECT_NEAR(pair_force(r, mass, eps_sq).x, -slope, 1e-9);
}

template <typename Real>
class PairForceIn : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(PairForceIn, Precisions);

TYPED_TEST(PairForceIn, OfABodyOnItselfIsZeroEvenWithoutSoftening) {
  using Real = TypeParam;
  const Vec3<Real> a = pair_force(Vec3<Real>{0, 0, 0}, Real(10), softening_sq(Real(0)));
  EXPECT_EQ(a, (Vec3<Real>{0, 0, 0}));
}

TYPED_TEST(PairForceIn, DoesNotFeelTheFloorUnderTheSoftening) {
  using Real = TypeParam;
  const Real r = Real(1e-8);
  const Vec3<Real> a = pair_force(Vec3<Real>{r, 0, 0}, Real(1), softening_sq(Real(0)));
  EXPECT_NEAR(double(a.x) * 1e-16, 1.0, 4e-7);
}

}  // namespace
}  // namespace tycho
