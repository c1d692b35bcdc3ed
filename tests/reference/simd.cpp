// The SIMD layer's own operations, compiled with the flags of the `best` loops.
#include "reference/simd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/philox.hpp"

namespace tycho {
namespace {

using namespace tycho::reference;

// Every mantissa's neighbourhood near 1 and 2, powers of two, and numbers of any size, down to the
// smallest normal number and up to a quarter of the largest.
template <typename Real>
std::vector<Real> arguments(Real least, Real most) {
  std::vector<Real> all{least, std::nextafter(least, Real(1)), most, std::nextafter(most, Real(1))};
  const Random random(7);
  const double low = std::log2(static_cast<double>(least)),
               high = std::log2(static_cast<double>(most));
  for (int k = 0; k < 60'000; ++k) {
    all.push_back(static_cast<Real>(random.uniform(k, 1.0, 4.0, 0)));
    const double any = std::exp2(random.uniform(k, low + 0.01, high - 0.01, 1));
    all.push_back(static_cast<Real>(any));
  }
  for (int k = static_cast<int>(low) + 1; k < static_cast<int>(high); ++k)
    all.push_back(std::ldexp(Real(1), k));
  while (all.size() % simd::kWidth<Real> != 0) all.push_back(1);
  return all;
}

/// The largest |found / exact - 1| of an operation on all arguments, in units of the last place's
/// half, and where.
template <typename Real, typename Operation, typename Exact>
void expect_within(double half_units, const std::vector<Real>& all, const Operation& operation,
                   const Exact& exact) {
  using V = simd::Vector<Real>;
  double worst = 0;
  Real at = 0;
  for (std::size_t first = 0; first < all.size(); first += simd::kWidth<Real>) {
    const V found = operation(V(&all[first], simd::stdx::element_aligned));
    for (std::size_t lane = 0; lane < simd::kWidth<Real>; ++lane) {
      const long double x = all[first + lane], right = exact(x);
      const auto error = static_cast<double>(std::fabs((found[lane] - right) / right));
      if (error > worst || !(error < 1e30)) worst = error, at = all[first + lane];
    }
  }
  EXPECT_LE(worst, half_units * std::numeric_limits<Real>::epsilon() / 2) << "x = " << at;
}

template <typename Real>
class Simd : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Simd, Reals);

TYPED_TEST(Simd, InverseRootIsRightToTheLastBitsOverTheWholeRange) {
  using Limits = std::numeric_limits<TypeParam>;
  expect_within<TypeParam>(
      4, arguments<TypeParam>(Limits::min(), Limits::max() / 4),
      [](auto x) { return simd::inverse_root<TypeParam>(x); },
      [](long double x) { return 1 / std::sqrt(x); });
}

TYPED_TEST(Simd, ScaledInverseRootIsRightToTheLastBits) {
  using Limits = std::numeric_limits<TypeParam>;
  const auto scale = static_cast<TypeParam>(1.7320508075688772);
  expect_within<TypeParam>(
      6, arguments<TypeParam>(Limits::min(), Limits::max() / 4),
      [scale](auto x) { return simd::scaled_inverse_root<TypeParam>(x, scale); },
      [scale](long double x) { return scale / std::sqrt(x); });
}

TYPED_TEST(Simd, TheEstimateIsAsGoodAsItSays) {
  using Limits = std::numeric_limits<TypeParam>;
  const double half_units =
      simd::kEstimateBits<TypeParam> == 0
          ? 4
          : std::ldexp(1.0, -simd::kEstimateBits<TypeParam>) / Limits::epsilon();
  expect_within<TypeParam>(
      half_units, arguments<TypeParam>(Limits::min(), Limits::max() / 4),
      [](auto x) { return simd::inverse_root_estimate<TypeParam>(x); },
      [](long double x) { return 1 / std::sqrt(x); });
}

// Where the cube and its factors are normal numbers.
TYPED_TEST(Simd, InverseCubeIsRightToTheLastBits) {
  using V = simd::Vector<TypeParam>;
  const auto least = static_cast<TypeParam>(std::is_same_v<TypeParam, float> ? 1e-24 : 1e-190);
  expect_within<TypeParam>(
      8, arguments<TypeParam>(least, 1 / least),
      [](V x) {
        return V(simd::inverse_cube<TypeParam>(x, V(TypeParam(0.75)))) *
               static_cast<TypeParam>(simd::kInverseCubeScale<TypeParam>);
      },
      [](long double x) { return 0.75L / (x * std::sqrt(x)); });
}

TYPED_TEST(Simd, InverseCubeOfNoMassIsNothing) {
  using V = simd::Vector<TypeParam>;
  const V found = simd::inverse_cube<TypeParam>(V(TypeParam(3)), V(0));
  for (std::size_t lane = 0; lane < simd::kWidth<TypeParam>; ++lane) EXPECT_EQ(found[lane], 0);
}

TYPED_TEST(Simd, SumAddsEveryLaneOnce) {
  using V = simd::Vector<TypeParam>;
  const V powers([](auto lane) { return static_cast<TypeParam>(1 << lane); });
  EXPECT_EQ(simd::sum<TypeParam>(powers), (1 << simd::kWidth<TypeParam>)-1);
}

}  // namespace
}  // namespace tycho
