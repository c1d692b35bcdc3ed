#include "harness/analysis/friends.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "harness/analysis/nearest_image.hpp"
#include "tests/analysis/scattered.hpp"

namespace tycho {
namespace {

using Members = std::vector<std::uint32_t>;

std::vector<Members> listed(const analysis::Groups& groups) {
  std::vector<Members> out;
  for (std::size_t g = 0; g < groups.size(); ++g)
    out.emplace_back(groups[g].begin(), groups[g].end());
  return out;
}

// Every pair, until nothing changes: the definition itself.
std::vector<Members> by_brute_force(const Particles& p, double box, double length,
                                    std::size_t fewest) {
  Members label(p.size());
  std::iota(label.begin(), label.end(), 0u);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3<double> r = analysis::nearest_image(p.position(i) - p.position(j), box);
        if (dot(r, r) > length * length || label[i] == label[j]) continue;
        label[i] = label[j] = std::min(label[i], label[j]);
        changed = true;
      }
  }
  std::vector<Members> groups(p.size()), kept;
  for (std::size_t i = 0; i < p.size(); ++i) groups[label[i]].push_back(static_cast<unsigned>(i));
  for (Members& group : groups)
    if (!group.empty() && group.size() >= fewest) kept.push_back(std::move(group));
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Members& a, const Members& b) { return a.size() > b.size(); });
  return kept;
}

// Half of them everywhere, half in clouds of all sizes, some on the faces of the box.
Particles uneven(double box) {
  Particles p = scattered::uniform(701, box, 8);
  for (std::size_t cloud = 0; cloud < 7; ++cloud) {
    const Vec3<double> centre = p.position(600 + cloud);
    scattered::plant(p, 40 * cloud, 20 + 3 * cloud, centre, box, cloud,
                     [&](double share) { return 0.02 * box * static_cast<double>(cloud) * share; });
  }
  for (std::size_t i = 400; i < 420; ++i) p.x[i] = 0;
  for (std::size_t i = 420; i < 440; ++i) p.x[i] = std::nextafter(box, 0);
  for (std::size_t i = 440; i < 460; ++i) p.z[i] = box;
  return p;
}

void expect_those_of_every_pair(const Particles& p, double box, double length) {
  const auto found = listed(analysis::friends_of_friends(p, box, length, 1));
  EXPECT_EQ(found, by_brute_force(p, box, length, 1)) << "linking length " << length;
  EXPECT_TRUE(found.size() > 1 && found.size() < p.size()) << "nothing to find at " << length;
}

TEST(Friends, AreThoseOfEveryPairTried) {
  constexpr double kBox = 13;
  for (const double length : {0.11, 0.57, 0.9})
    expect_those_of_every_pair(uneven(kBox), kBox, length);
  // As few cells as there may be.
  for (const double length : {2.1, 2.9, 3.25})
    expect_those_of_every_pair(scattered::uniform(23, kBox, 8), kBox, length);
}

TEST(Friends, AreLeftOutWhereTheyAreTooFew) {
  const Particles p = uneven(13);
  EXPECT_EQ(listed(analysis::friends_of_friends(p, 13, 0.57, 5)), by_brute_force(p, 13, 0.57, 5));
}

TEST(Friends, MeetThroughTheCornerOfTheBox) {
  constexpr double kBox = 5;
  Particles p = scattered::uniform(3, kBox, 1);
  p.set_position(0, {2.5, 2.5, 2.5});
  p.set_position(1, {0.01, 0.02, 0.03});
  p.set_position(2, {4.99, 4.97, 4.98});
  EXPECT_EQ(listed(analysis::friends_of_friends(p, kBox, 0.1, 2)), (std::vector<Members>{{1, 2}}));
}

TEST(Friends, HoldHandsAroundTheBox) {
  constexpr double kBox = 10;
  Particles p = scattered::uniform(25, kBox, 1);
  for (std::size_t i = 0; i < p.size(); ++i)
    p.set_position(i, {0.4 * static_cast<double>(i), 3, 0});
  EXPECT_EQ(analysis::friends_of_friends(p, kBox, 0.41, 2)[0].size(), 25u);
  EXPECT_EQ(analysis::friends_of_friends(p, kBox, 0.39, 2).size(), 0u);
}

TEST(Friends, HoldHandsOverTwoCellsWhereverTheyStand) {
  constexpr double kBox = 10;
  Particles p = scattered::uniform(2, kBox, 1);
  for (int axis = 0; axis < 3; ++axis)
    for (double at = 0.02; at < kBox; at += 0.1) {
      const Vec3<double> along{double(axis == 0), double(axis == 1), double(axis == 2)};
      p.set_position(0, at * along);
      p.set_position(1, scattered::inside((at + 0.95) * along, kBox));
      EXPECT_EQ(analysis::friends_of_friends(p, kBox, 1, 2).size(), 1u) << axis << " " << at;
    }
}

TEST(Friends, MayBeInOnePlace) {
  Particles p = scattered::uniform(2003, 1, 1);
  for (std::size_t i = 0; i < 2000; ++i) p.set_position(i, {0.7, 0, 1});
  for (std::size_t i = 2000; i < 2003; ++i) p.set_position(i, {0.2, 0.3, 0.4});
  const analysis::Groups groups = analysis::friends_of_friends(p, 1, 1e-5, 2);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].size(), 2000u);
  EXPECT_EQ(groups[1].size(), 3u);
}

TEST(Friends, HaveALengthThatTheBoxCanHold) {
  const Particles p = scattered::uniform(5, 1, 1);
  EXPECT_THROW(analysis::friends_of_friends(p, 1, 0.26, 1), UsageError);
  EXPECT_THROW(analysis::friends_of_friends(p, 1, 0, 1), UsageError);
  EXPECT_THROW(analysis::friends_of_friends(p, 1, std::nan(""), 1), UsageError);
}

}  // namespace
}  // namespace tycho
