#include "harness/statistics/spread.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/statistics/student.hpp"

namespace tycho::statistics {
namespace {

// Tables of Student's t, two-sided.
TEST(Student, IsThatOfTheTables) {
  EXPECT_NEAR(student_p(12.706, 1), 0.05, 1e-5);
  EXPECT_NEAR(student_p(2.776, 4), 0.05, 1e-4);
  EXPECT_NEAR(student_p(-8.610, 4), 0.001, 1e-6);
  EXPECT_NEAR(student_p(4.032, 5), 0.01, 1e-5);
  EXPECT_NEAR(student_p(2.042, 30), 0.05, 1e-4);
  EXPECT_NEAR(student_p(1.96, kKnown), 0.05, 1e-4);
  EXPECT_EQ(student_p(0, 7), 1);
  EXPECT_EQ(student_p(HUGE_VAL, 3), 0);
  EXPECT_NEAR(student_t(0.01, 5), 4.032, 1e-3);
  EXPECT_NEAR(student_t(0.05, kKnown), 1.960, 1e-3);
}

Scatter drawn(std::mt19937& random, double sigma, int degrees) {
  std::normal_distribution<double> normal(0, sigma);
  std::vector<double> group;
  for (int i = 0; i <= degrees; ++i) group.push_back(normal(random));
  Scatter scatter;
  scatter.add(group);
  return scatter;
}

TEST(Spread, OfAGroupIsThatOfItsDeviations) {
  Scatter scatter;
  scatter.add(std::vector<double>{1, 2, 3});
  scatter.add(std::vector<double>{7, 7, 7});  // another level is no spread
  scatter.add(std::vector<double>{5});
  EXPECT_DOUBLE_EQ(scatter.squares, 2);
  EXPECT_EQ(scatter.degrees_of_freedom, 4);
}

TEST(Spread, OfASingleRunIsItsOwn) {
  std::vector<RowScatter> rows(3, {"cpu step", 0, {4 * 1e-4, 4}});
  rows[1].scatter.squares = 4 * 9e-4;
  const std::vector<Spread> found = learn_spreads(rows);
  EXPECT_DOUBLE_EQ(found[0].sigma, 0.01);
  EXPECT_DOUBLE_EQ(found[1].sigma, 0.03);
  EXPECT_EQ(found[0].degrees_of_freedom, 4);
}

TEST(Spread, IsLentAmongRunsThatAgree) {
  std::mt19937 random(1);
  std::vector<RowScatter> rows;
  for (int run = 0; run < 50; ++run) rows.push_back({"cpu step", run, drawn(random, 0.01, 4)});
  double least = 1, most = 0;
  for (const Spread& spread : learn_spreads(rows)) {
    EXPECT_GE(spread.degrees_of_freedom, 20);
    least = std::min(least, spread.sigma);
    most = std::max(most, spread.sigma);
  }
  EXPECT_GT(least, 0.007);
  EXPECT_LT(most, 0.014);
}

TEST(Spread, IsNotLentAmongRunsThatDiffer) {
  std::mt19937 random(2);
  std::vector<RowScatter> rows;
  for (int run = 0; run < 50; ++run)
    rows.push_back({"cpu step", run, drawn(random, run % 2 ? 0.1 : 0.001, 10)});
  const std::vector<Spread> found = learn_spreads(rows);
  for (std::size_t run = 0; run < found.size(); ++run) {
    EXPECT_LE(found[run].degrees_of_freedom, 13);
    EXPECT_NEAR(std::log10(found[run].sigma), run % 2 ? -1 : -3, 0.4);
  }
}

TEST(Spread, OfARowThatKnowsLittleIsNotBelowThatOfItsKind) {
  std::vector<RowScatter> rows(5, {"cuda events", 0, {4 * 1e-4, 4}});
  for (int run = 0; run < 5; ++run) rows[static_cast<std::size_t>(run)].run = run;
  rows[2].scatter.squares = 0;
  EXPECT_GE(learn_spreads(rows)[2].sigma, 0.01);
}

TEST(Spread, OfAKindIsNoOtherKinds) {
  const std::vector<RowScatter> rows{{"cpu step", 0, {8e-4, 8}},
                                     {"cpu step", 1, {8e-4, 8}},
                                     {"cuda step", 2, {}},
                                     {"cpu step", 3, {}}};
  const std::vector<Spread> found = learn_spreads(rows);
  EXPECT_EQ(found[2].degrees_of_freedom, 0);
  EXPECT_EQ(found[3].degrees_of_freedom, 16) << "what the others of its kind have";
  EXPECT_NEAR(found[3].sigma, 0.01, 0.002);
}

}  // namespace
}  // namespace tycho::statistics
