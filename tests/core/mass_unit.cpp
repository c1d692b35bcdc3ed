#include "core/formulas/mass_unit.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/formulas/pair_force.hpp"

namespace tycho {
namespace {

template <typename Real>
class MassUnit : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(MassUnit, Precisions);

TYPED_TEST(MassUnit, IsOneForOrdinaryMasses) {
  for (const double mass : {0.0, 1e-12, 1.0, 255.0})
    EXPECT_EQ(mass_unit<TypeParam>(std::vector{mass, 0.0}), 1) << mass;
}

TYPED_TEST(MassUnit, KeepsTheFactorOfABodyOnItselfFinite) {
  using Real = TypeParam;
  const double largest = std::numeric_limits<Real>::max();
  for (const double mass : {1e-30, 255.9, 256.0, 341.0, 1e30, largest}) {
    const std::vector<double> masses{mass / 7, mass, 0.0};
    const Real unit = mass_unit<Real>(masses);
    int exponent = 0;
    EXPECT_EQ(std::frexp(unit, &exponent), Real(0.5)) << "a power of two, for " << mass;
    const Real held = static_cast<Real>(mass / unit);
    EXPECT_TRUE(std::isfinite(pair_factor(softening_sq(Real(0)), held))) << mass;
    EXPECT_EQ(static_cast<double>(unit) * held, static_cast<double>(static_cast<Real>(mass)));
  }
}

TYPED_TEST(MassUnit, LeavesWhatIsNoMassAlone) {
  EXPECT_EQ(mass_unit<TypeParam>(std::vector<double>{}), 1);
  EXPECT_EQ(mass_unit<TypeParam>(std::vector{HUGE_VAL}), 1);
}

}  // namespace
}  // namespace tycho
