// Bodies that are held along Morton's curve come back as they came.
#include "core/bodies/held_order.hpp"

#include <gtest/gtest.h>

#include "core/bodies/barnes_hut.hpp"
#include "core/bodies/tree_pm.hpp"
#include "core/philox.hpp"

namespace tycho {
namespace {

constexpr std::size_t kBodies = 97;

Particles scattered() {
  Particles p(kBodies);
  const Random random(3);
  for (std::size_t i = 0; i < kBodies; ++i) {
    p.mass[i] = random.uniform(i, 1, 2, 0);
    p.set_position(i, {random.uniform(i, 1), random.uniform(i, 2), random.uniform(i, 3)});
    p.set_velocity(i, {random.uniform(i, 4), random.uniform(i, 5), random.uniform(i, 6)});
    p.id[i] = 1000 - i;
    p.softening.push_back(random.uniform(i, 7));
    p.species.push_back(static_cast<std::uint8_t>(i % 3));
  }
  return p;
}

std::vector<Vec3<double>> scattered_positions() {
  const Particles p = scattered();
  std::vector<Vec3<double>> x;
  for (std::size_t i = 0; i < kBodies; ++i) x.push_back(p.position(i));
  return x;
}

/// Every number of a body in one vector.
template <typename Bodies>
std::vector<std::vector<double>> all_of(const Bodies& b);
template <>
std::vector<std::vector<double>> all_of(const barnes_hut::HostBodies& b) {
  return {b.checkpoint(),
          b.mass,
          b.softening,
          {b.id.begin(), b.id.end()},
          {b.species.begin(), b.species.end()}};
}
template <>
std::vector<std::vector<double>> all_of(const tree_pm::HostBodies& b) {
  return {b.checkpoint(), b.mass, b.given_mass, {b.id.begin(), b.id.end()}};
}

template <typename Bodies>
void expect_there_and_back(Bodies given) {
  std::vector<double> state;
  for (std::size_t k = 0; k < 15 * kBodies; ++k) state.push_back(static_cast<double>(k % 251));
  if constexpr (std::is_same_v<Bodies, barnes_hut::HostBodies>) state.resize(11 * kBodies);
  given.restore(state);
  HeldOrder order;
  EXPECT_EQ(all_of(order.to_held(given)), all_of(given)) << "as they came";
  order.follow_curve(scattered_positions(), 2);
  const Bodies held = order.to_held(given);
  EXPECT_NE(all_of(held), all_of(given));
  EXPECT_EQ(all_of(order.to_given(held)), all_of(given));
}

TEST(HeldOrder, OfTheTreesBodiesIsTakenBack) {
  expect_there_and_back(barnes_hut::HostBodies(scattered()));
}

TEST(HeldOrder, OfBodiesInABoxIsTakenBack) {
  expect_there_and_back(tree_pm::HostBodies(scattered(), 1.0));
}

TEST(HeldOrder, FollowsTheCurveAndLeavesWhatIsEmptyEmpty) {
  HeldOrder order;
  order.follow_curve(scattered_positions(), 1);
  const auto x = order.to_held(scattered_positions());
  tree::Sorted sorted;
  tree::sort(x, 1, sorted);
  for (std::size_t k = 0; k < kBodies; ++k) EXPECT_EQ(sorted.order[k], static_cast<int>(k));
  EXPECT_TRUE(order.to_held(std::vector<double>{}).empty());
}

}  // namespace
}  // namespace tycho
