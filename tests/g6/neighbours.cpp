// Neighbour lists: what is in them, how they overflow, what order they have.
#include <algorithm>
#include <set>

#include "tests/g6/grape.hpp"

namespace tycho {
namespace {

class Neighbours : public G6 {
 protected:
  static std::vector<int> list_of(Grape& grape, int i, int maxlen, int& code) {
    std::vector<int> list(maxlen, -77);
    int n = -5;
    code = g6_get_neighbour_list_(grape.id(), &i, &maxlen, &n, list.data());
    EXPECT_GE(n, 0);
    EXPECT_LE(n, maxlen);
    for (int k = n; k < maxlen; ++k) EXPECT_EQ(list[k], -77) << "written beyond the list";
    list.resize(n);
    return list;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, Neighbours, testing::ValuesIn(engine_ways()), way_name);

TEST_P(Neighbours, AreTheIndicesInsideTheRadiusWithoutTheBodyItself) {
  const auto bodies = some_bodies(301);
  auto points = points_of(bodies, 41, 0.25);
  // No radius is the 0.4 that some points are away from a body: no precision could tell.
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i].h2 = 0.0203 * static_cast<double>(i % 11);
  Grape grape(fresh());
  grape.send(bodies);
  grape.time(0.25);
  // Softening far beyond the radius: it must not count.
  grape.pull(301, points, 4.0);
  ASSERT_EQ(g6_read_neighbour_list_(grape.id()), 0);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<int> want;
    for (const Body& b : bodies) {
      std::array<double, 3> x, v;
      predict(b, 0.25, x, v);
      if (b.index == points[i].index && b.index != -1) continue;
      if (distance_sq(x, points[i].x) < points[i].h2) want.push_back(b.index);
    }
    std::sort(want.begin(), want.end());
    int code = 0;
    EXPECT_EQ(list_of(grape, static_cast<int>(i), 512, code), want) << i;
    EXPECT_EQ(code, 0);
    longest = std::max(longest, want.size());
  }
  EXPECT_GT(longest, 3U) << "the test looks at nothing";
}

TEST_P(Neighbours, AtTheRadiusIsOutside) {
  Grape grape(fresh());
  // Distances that every precision holds exactly.
  const double places[] = {0.5, 0.75, 1.0};
  for (int j = 0; j < 3; ++j) grape.send(j, {10 + j, 0, 1, {places[j], 0, 0}, {}, {}, {}, {}});
  grape.pull(3, {{1, {0, 0, 0}, {}, 0.5625}}, 0);
  ASSERT_EQ(g6_read_neighbour_list_(grape.id()), 0);
  int code = 0;
  EXPECT_EQ(list_of(grape, 0, 8, code), std::vector<int>{10});
}

TEST_P(Neighbours, LongerThanMaxlenIsSaidAndCut) {
  Grape grape(fresh());
  const auto bodies = some_bodies(40);
  grape.send(bodies);
  grape.pull(40, {{bodies[3].index, {0, 0, 0}, {}, 1e6}, {-1, {0, 0, 0}, {}, 1e6}}, 0);
  ASSERT_EQ(g6_read_neighbour_list_(grape.id()), 0);
  int code = 0;
  EXPECT_EQ(list_of(grape, 0, 39, code).size(), 39U);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(list_of(grape, 1, 40, code).size(), 40U);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(list_of(grape, 0, 38, code).size(), 38U);
  EXPECT_GT(code, 0);
  EXPECT_EQ(list_of(grape, 0, 0, code).size(), 0U);
  EXPECT_GT(code, 0);
}

TEST_P(Neighbours, OverflowOfTheLibraryIsPositiveAndASmallerRadiusHelps) {
  const Variable room("TYCHO_G6_NEIGHBOURS", "16");
  Grape grape(fresh());
  const auto bodies = some_bodies(200);
  grape.send(bodies);
  grape.time(0);
  Point at{-1, {0, 0, 0}, {}, 1e6};
  grape.pull(200, {at}, 0);
  EXPECT_GT(g6_read_neighbour_list_(grape.id()), 0);
  int code = 0;
  EXPECT_LE(list_of(grape, 0, 300, code).size(), 16U);
  EXPECT_GT(code, 0);
  for (int tries = 0; tries < 40; ++tries) {
    at.h2 *= 0.5;
    grape.pull(200, {at}, 0);
    if (const int result = g6_read_neighbour_list_(grape.id()); result == 0) {
      EXPECT_LE(list_of(grape, 0, 16, code).size(), 16U);
      EXPECT_EQ(code, 0);
      return;
    } else {
      ASSERT_GT(result, 0);
    }
  }
  FAIL() << "overflow at every radius";
}

TEST_P(Neighbours, AreOfTheStateAtFirsthalfWhateverCameAfter) {
  Grape grape(fresh());
  auto bodies = some_bodies(100);
  for (Body& b : bodies) b.t = 0;
  grape.send(bodies);
  grape.time(0);
  const Point at{-1, {0, 0, 0}, {}, 0.5};
  grape.pull(100, {at}, 0);
  std::vector<int> want;
  for (const Body& b : bodies)
    if (distance_sq(b.x, at.x) < at.h2) want.push_back(b.index);
  std::sort(want.begin(), want.end());
  ASSERT_FALSE(want.empty());
  for (Body& b : bodies) b.x[0] += 50;
  grape.send(bodies);
  grape.time(3);
  ASSERT_EQ(g6_read_neighbour_list_(grape.id()), 0);
  int code = 0;
  EXPECT_EQ(list_of(grape, 0, 100, code), want);
}

TEST_P(Neighbours, CanComeInTheOrderOfAddresses) {
  EXPECT_EQ(g6_get_neighbour_list_sort_mode(), 1);
  g6_set_neighbour_list_sort_mode(0);
  EXPECT_EQ(g6_get_neighbour_list_sort_mode(), 0);
  Grape grape(fresh());
  std::vector<int> want;
  for (int j = 0; j < 70; ++j) {
    const int index = (j * 29) % 70;
    grape.send(j, {index, 0, 1, {0.01 * j, 0, 0}, {}, {}, {}, {}});
    want.push_back(index);
  }
  grape.pull(70, {{-1, {0, 0, 0}, {}, 9}}, 0);
  ASSERT_EQ(g6_read_neighbour_list_(grape.id()), 0);
  int code = 0;
  EXPECT_EQ(list_of(grape, 0, 70, code), want);
  g6_set_neighbour_list_sort_mode(1);
  std::sort(want.begin(), want.end());
  EXPECT_EQ(list_of(grape, 0, 70, code), want);
}

TEST_P(Neighbours, OutOfOrderOrOutOfRangeIsAnError) {
  Grape grape(fresh());
  grape.send(some_bodies(3));
  testing::internal::CaptureStderr();
  EXPECT_LT(g6_read_neighbour_list_(grape.id()), 0);
  grape.pull(3, {{-1, {}, {}, 1}}, 0);
  int code = 0, pipe = 1, maxlen = 3, n = 0, list[3];
  pipe = 0;
  EXPECT_LT(g6_get_neighbour_list_(grape.id(), &pipe, &maxlen, &n, list), 0);
  EXPECT_EQ(g6_read_neighbour_list_(grape.id()), 0);
  pipe = 1;
  EXPECT_EQ(g6_get_neighbour_list_(grape.id(), &pipe, &maxlen, &n, list), TYCHO_G6_BAD_ARGUMENT);
  EXPECT_FALSE(testing::internal::GetCapturedStderr().empty());
  list_of(grape, 0, 3, code);
  EXPECT_EQ(code, 0) << "an error of a reader changes nothing";
}

}  // namespace
}  // namespace tycho
