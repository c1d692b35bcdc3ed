// The corrector's choice of the next step: Aarseth's criterion, then the block grid.
#include <gtest/gtest.h>

#include <cmath>

#include "core/formulas/hermite.hpp"
#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {
namespace {

using V = Vec3<double>;
using tycho::hermite::power_of_two_below;

double length(const V& v) { return std::sqrt(dot(v, v)); }

/// An acceleration of constant crackle, which both ends of a step determine. Within half a time
/// unit every derivative changes so much that any of them from the wrong end makes Aarseth's step
/// longer by 40% or more.
struct Path {
  V a{3, 1, 4}, j{-6, -4, -9}, s{8, 2, 3}, c{14, 30, 27};

  V acc(double t) const { return a + t * (j + t / 2 * (s + t / 3 * c)); }
  V jerk(double t) const { return j + t * (s + t / 2 * c); }
  V snap(double t) const { return s + t * c; }
};

/// Makino & Aarseth (1992), eq. 9, with the accuracy outside the root.
double aarseth(double accuracy, const V& acc, const V& jerk, const V& snap, const V& crackle) {
  return accuracy * std::sqrt((length(acc) * length(snap) + dot(jerk, jerk)) /
                              (length(jerk) * length(crackle) + dot(snap, snap)));
}

tycho::hermite::StepOptions options(double accuracy) {
  tycho::hermite::StepOptions o;
  o.dt = 1;
  o.accuracy = accuracy;
  o.step_least = 0x1p-30;
  o.step_most = 1;
  return o;
}

/// The step that a body on the path chooses at the time t, where a step of `held` ends.
double next_step(const Path& path, double t, double held, double accuracy) {
  Particles one(1);
  one.mass[0] = 1;
  Bodies bodies(one);
  bodies.time[0] = t - held;
  bodies.step[0] = held;
  bodies.acc[0] = path.acc(0);
  bodies.jerk[0] = path.jerk(0);
  Force force;
  force.acc = path.acc(held);
  force.jerk = path.jerk(held);
  const Outcome outcome = correct(bodies, t, {0}, {{{}, {}, 0}}, {force}, options(accuracy), 1);
  EXPECT_EQ(bodies.time[0], t);
  EXPECT_EQ(outcome.shortest, bodies.step[0]);
  return bodies.step[0];
}

// With eight accuracies to the octave, a step that is a tenth too long is another power of two for
// one of them.
TEST(HermiteCorrect, ChoosesTheNextStepByTheDerivativesAtTheEndOfThisOne) {
  const Path path;
  const double held = 0.5;
  for (int k = 0; k < 8; ++k) {
    const double accuracy = 0.1 * std::exp2(0.125 * k);
    const double wanted =
        aarseth(accuracy, path.acc(held), path.jerk(held), path.snap(held), path.c);
    ASSERT_LT(wanted, held) << "else the step held would bound the next one";
    EXPECT_EQ(next_step(path, 1.5, held, accuracy), power_of_two_below(wanted)) << accuracy;
  }
}

// A step is doubled only at a multiple of the double: what counts is the time reached.
TEST(HermiteCorrect, DoublesAStepWhereItsEndIsOnTheLongerGridAndNotItsStart) {
  const double held = 0.125, any = 1e6;  // an accuracy by which any step would do
  EXPECT_EQ(next_step({}, 5 * held, held, any), held) << "began at 4 held";
  EXPECT_EQ(next_step({}, 6 * held, held, any), 2 * held) << "began at 5 held";
}

}  // namespace
}  // namespace tycho::reference::hermite
