// What a body does at a cell or at another body of a tree, where the two have different softening
// radii: the larger of them counts, whichever side has it.
#include "core/tree/walk_terms.hpp"

#include <gtest/gtest.h>

#include "core/tree/essential.hpp"

namespace tycho::tree {
namespace {

constexpr double kLarge = 0.9, kSmall = 0.2;
/// Farther than the small radius, nearer than the large one.
const Vec3<double> kFrom{0.1, -0.6, 0.2}, kTo{0.4, -0.2, 0.5};

struct Radii {
  double body, source;
};
constexpr Radii kEitherWay[] = {{kLarge, kSmall}, {kSmall, kLarge}};

template <bool kQuadrupole>
using ByTheta = Rule<double, false, kQuadrupole, true>;

/// A pull of the large radius along the separation.
void expect_softened_by_the_larger(const Pull<double>& pull, double mass) {
  const Vec3<double> r = kTo - kFrom;
  const auto kernel = spline_kernel(dot(r, r), kLarge);
  EXPECT_DOUBLE_EQ(pull.acc.x, mass * kernel.factor * r.x);
  EXPECT_DOUBLE_EQ(pull.acc.y, mass * kernel.factor * r.y);
  EXPECT_DOUBLE_EQ(pull.acc.z, mass * kernel.factor * r.z);
  EXPECT_DOUBLE_EQ(pull.pot, mass * kernel.potential);
}

TEST(WalkTerms, SoftenAPairOfBodiesByTheLargerOfTheirRadii) {
  const Source<double> source{kTo, 1.7};
  for (const Radii radii : kEitherWay) {
    const TreeView<double> tree{nullptr, nullptr, nullptr, &source, &radii.source, 0};
    expect_softened_by_the_larger(ByTheta<false>{}.of_body(tree, 0, {kFrom, radii.body}), 1.7);
  }
}

TEST(WalkTerms, SoftenABodyAndACellByTheLargerOfTheirRadii) {
  for (const Radii radii : kEitherWay) {
    Cell<double> cell{kTo, 2.3};
    cell.softening = radii.source;
    const Vec3<double> r = kTo - kFrom;
    expect_softened_by_the_larger(
        ByTheta<false>{}.of_cell({}, 0, cell, {kFrom, radii.body}, r, dot(r, r)), 2.3);
  }
}

TEST(WalkTerms, OpenACellOfMixedRadiiWithinTheLargerOfItsOwnAndTheBodys) {
  const Vec3<double> r = kTo - kFrom;
  const auto opens = [&](const auto& rule, const Radii& radii, bool mixed) {
    Cell<double> cell{kTo, 2.3};
    cell.softening = radii.source;
    cell.mixed = mixed;
    return rule.opens({}, 0, cell, {kFrom, radii.body}, dot(r, r));
  };
  for (const Radii radii : kEitherWay) {
    EXPECT_TRUE(opens(ByTheta<false>{}, radii, true)) << radii.body;
    EXPECT_FALSE(opens(ByTheta<false>{}, radii, false)) << "its multipole knows the radius";
    EXPECT_TRUE(opens(ByTheta<true>{}, radii, false)) << "a quadrupole knows no radius";
  }
  EXPECT_FALSE(opens(ByTheta<true>{}, {kSmall, kSmall}, true)) << "farther than both";
}

// What one rank is asked for by another is judged by the same distance.
TEST(MayOpen, ACellOfMixedRadiiWithinTheLargerOfItsOwnAndTheWalkers) {
  const auto may = [](const Radii& radii) {
    Cell<double> cell{kTo, 2.3};
    cell.softening = radii.source;
    cell.mixed = 1;
    const Walkers walkers{kFrom, kFrom, 0, radii.body};
    return may_open(cell, {kTo, 0.01}, walkers, {.by_softening = true}, 1);
  };
  for (const Radii radii : kEitherWay) EXPECT_TRUE(may(radii)) << radii.body;
  EXPECT_FALSE(may({kSmall, kSmall})) << "farther than both";
}

}  // namespace
}  // namespace tycho::tree
