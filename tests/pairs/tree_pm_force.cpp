// The periodic force by mesh and tree against Ewald's sum, which has neither.
#include "tests/pairs/tree_pm_bodies.hpp"

namespace tycho {
namespace {

constexpr std::size_t kBodies = 2203;
// So small that hardly any cell is taken as a whole: what is left are the errors of the split.
const Numbers kAllOpened{{"alpha", 1e-5}, {"theta", 0.05}};

const EwaldForces& exact() {
  static const EwaldForces kForces = ewald_forces(haloes(kBodies), 1.0 / 30);
  return kForces;
}

/// Relative errors of the accelerations, in ascending order.
std::vector<double> errors(const Particles& p, const Particles& right) {
  std::vector<double> all;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double error =
        length(p.acceleration(i) - right.acceleration(i)) / length(right.acceleration(i));
    all.push_back(std::isfinite(error) ? error : HUGE_VAL);
  }
  std::sort(all.begin(), all.end());
  return all;
}

double percentile(const std::vector<double>& sorted, double percent) {
  return sorted[static_cast<std::size_t>(percent / 100 * static_cast<double>(sorted.size() - 1))];
}

class TreePmForce : public TreePmTest {};

// 1.2% and 0.5% were seen; the weakest forces are worst, and alias waves of the clouds their cause.
TEST_P(TreePmForce, AgreesWithEwaldsSum) {
  const auto algorithm = with(kAllOpened);
  const auto off = errors(loaded(*algorithm, haloes(kBodies)), exact().bodies);
  EXPECT_LE(percentile(off, 99), accurate(GetParam()) ? 0.007 : 0.015);
  EXPECT_LE(percentile(off, 50), accurate(GetParam()) ? 0.0007 : 0.003);
}

TEST_P(TreePmForce, IsLittleWorseWithTheCellsOfTheOpeningCriterion) {
  const auto algorithm = with({{"alpha", 0.0025}, {"theta", 0.4}});
  const auto off = errors(loaded(*algorithm, haloes(kBodies)), exact().bodies);
  EXPECT_LE(percentile(off, 90), accurate(GetParam()) ? 0.007 : 0.012);
}

TEST_P(TreePmForce, HasThePotentialOfEwaldsSum) {
  const auto algorithm = with(kAllOpened);
  Particles p;
  algorithm->load(haloes(kBodies));
  algorithm->store(p);
  const auto potential = algorithm->field("particle_potential");
  ASSERT_EQ(potential.size(), p.size());
  double off = 0, all = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double right = exact().potential[(p.id[i] - 3) / 7];
    off += (potential[i] - right) * (potential[i] - right);
    all += right * right;
  }
  EXPECT_LE(std::sqrt(off / all), 0.004);  // the table's first entry is 1.7e-3 off
}

TEST_P(TreePmForce, PullsNobodyByHimself) {
  const auto algorithm = with(kAllOpened);
  const Particles p = loaded(*algorithm, haloes(kBodies));
  Vec3<double> sum;
  double all = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += p.mass[i] * p.acceleration(i);
    all += p.mass[i] * length(p.acceleration(i));
  }
  EXPECT_LE(length(sum) / all, GetParam().single() ? 1e-5 : 1e-6);
}

// By whole cells, so that the mesh is the same; the tree is another one.
TEST_P(TreePmForce, IsTheSameWhereverTheBoxBegins) {
  const auto algorithm = with({{"alpha", 1e-9}, {"theta", 1e-3}, {"grid", 26}});
  Particles start = haloes(kBodies);
  const Particles here = loaded(*algorithm, start);
  const double cell = kBox / 26;
  for (std::size_t i = 0; i < start.size(); ++i)
    start.set_position(i, start.position(i) + Vec3<double>{9 * cell, -17 * cell, 4 * cell});
  const auto off = errors(loaded(*algorithm, start), here);
  // The table's entries are 1e-3 apart, and a separation that rounds otherwise may have the next.
  EXPECT_LE(percentile(off, 90), GetParam().single() ? 1e-3 : 1e-6);
}

TEST_P(TreePmForce, PutsAllMassOnTheMeshAndEveryBodyInALeaf) {
  const auto algorithm = with();
  algorithm->load(haloes(kBodies));
  const auto density = algorithm->field("density");
  ASSERT_EQ(density.size(), 26u * 26 * 26);
  double sum = 0;
  for (const double value : density) sum += value;
  EXPECT_NEAR(sum / static_cast<double>(density.size()), 1, GetParam().single() ? 1e-5 : 1e-12);
  for (const double leaves : algorithm->field("tree_leaf_count")) EXPECT_EQ(leaves, 1);
}

INSTANTIATE_TEST_SUITE_P(All, TreePmForce, testing::ValuesIn(tree_pm_ways()), test_name);

}  // namespace
}  // namespace tycho
