// The periodic force by mesh and tree against Ewald's sum, which has neither.
#include "tests/pairs/tree_pm_bodies.hpp"

namespace tycho {
namespace {

constexpr std::size_t kBodies = 2203;
constexpr int kCells = 26;  // along the mesh: twice the cube root
// No cell is taken as a whole: what is left are the errors of the split.
const Numbers kAllOpened{{"alpha", 1e-9}, {"theta", 1e-3}};

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

/// Of the force's error: the 99th and the 50th percentile.
struct Limits {
  double p99, p50;
};
const std::map<std::string, Limits> kLimits{
    {"compact", {0.002, 0.0003}}, {"published", {0.015, 0.003}}, {"accurate", {0.007, 0.0007}}};

// 1.2% and 0.5% were seen of published and accurate; the weakest forces are worst, and alias waves
// of the clouds their cause. The table's first entry alone is 1.7e-3 off in the potential.
TEST_P(TreePmForce, AgreesWithEwaldsSum) {
  const auto algorithm = with(kAllOpened);
  const EwaldForces exact = ewald_forces(haloes(kBodies), 1.0 / 30);
  const auto off = errors(loaded(*algorithm, haloes(kBodies)), exact.bodies);
  const Limits& limits = kLimits.at(split_of(GetParam()));
  EXPECT_LE(percentile(off, 99), limits.p99);
  EXPECT_LE(percentile(off, 50), limits.p50);

  Particles p;
  algorithm->store(p);
  const auto potential = algorithm->field("particle_potential");
  ASSERT_EQ(potential.size(), p.size());
  double wrong = 0, all = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double right = exact.potential[(p.id[i] - 3) / 7];
    wrong += (potential[i] - right) * (potential[i] - right);
    all += right * right;
  }
  EXPECT_LE(std::sqrt(wrong / all), 0.004);
}

TEST_P(TreePmForce, ComesNearerTheFewerCellsAreTakenAsAWhole) {
  const auto opened = with(kAllOpened);
  const Particles right = loaded(*opened, haloes(kBodies));
  double before = 0.02;
  for (const Numbers& numbers :
       {Numbers{{"alpha", 0.005}, {"theta", 0.6}}, Numbers{{"alpha", 0.0005}, {"theta", 0.2}}}) {
    const auto algorithm = with(numbers);
    const double here = percentile(errors(loaded(*algorithm, haloes(kBodies)), right), 90);
    EXPECT_LE(here, before);
    before = here / 3;
  }
}

// A leaf's two bodies next to each other may still be taken as a whole: they are one to 1e-9.
TEST_P(TreePmForce, PullsNobodyByHimself) {
  const auto algorithm = with(kAllOpened);
  const Particles p = loaded(*algorithm, haloes(kBodies));
  Vec3<double> sum;
  double all = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += p.mass[i] * p.acceleration(i);
    all += p.mass[i] * length(p.acceleration(i));
  }
  EXPECT_LE(length(sum) / all, GetParam().single() ? 1e-5 : 1e-9);
}

// By whole cells, so that the mesh is the same; the tree is another one.
TEST_P(TreePmForce, IsTheSameWhereverTheBoxBegins) {
  const auto algorithm = with(kAllOpened);
  Particles start = haloes(kBodies);
  const Particles here = loaded(*algorithm, start);
  const double cell = kBox / kCells;
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
  ASSERT_EQ(density.size(), std::size_t{kCells} * kCells * kCells);
  double sum = 0;
  for (const double value : density) sum += value;
  EXPECT_NEAR(sum / static_cast<double>(density.size()), 1, GetParam().single() ? 1e-5 : 1e-12);
  for (const double leaves : algorithm->field("tree_leaf_count")) EXPECT_EQ(leaves, 1);
}

INSTANTIATE_TEST_SUITE_P(All, TreePmForce, testing::ValuesIn(tree_pm_ways()), test_name);

}  // namespace
}  // namespace tycho
