#include "core/joined.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tycho {
namespace {

using Texts = std::vector<std::string>;

TEST(Joined, HasNothingBeforeTheFirstNorBehindTheLast) {
  EXPECT_EQ(joined(Texts{}), "");
  EXPECT_EQ(joined(Texts{"a"}), "a");
  EXPECT_EQ(joined(Texts{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(joined(std::array<std::string_view, 2>{"a", "b"}, " | "), "a | b");
}

TEST(Joined, AsksForTheTextOfAnItem) {
  struct Named {
    std::string_view name;
  };
  const std::array<Named, 2> both{{{"force"}, {"kick"}}};
  const std::array<const Named*, 2> by_pointer{&both[1], &both[0]};
  EXPECT_EQ(joined(both, &Named::name), "force, kick");
  EXPECT_EQ(joined(by_pointer, &Named::name, "; "), "kick; force");
  EXPECT_EQ(joined(std::vector<int>{1, 2}, [](int i) { return std::to_string(2 * i); }), "2, 4");
}

TEST(Joined, PutsAWordBehindAList) {
  std::string list;
  join_to(list, "a");
  EXPECT_EQ(list, "a");
  join_to(list, "b");
  join_to(list, "c", "; ");
  EXPECT_EQ(list, "a, b; c");
}

TEST(Joined, NamesTheLastOneWithAnd) {
  EXPECT_EQ(listed_with_and(Texts{}), "");
  EXPECT_EQ(listed_with_and(Texts{"a"}), "a");
  EXPECT_EQ(listed_with_and(Texts{"a", "b"}), "a and b");
  EXPECT_EQ(listed_with_and(Texts{"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace tycho
