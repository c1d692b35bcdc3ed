// Numbers beside the marks of a roofline.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/report/drawing.hpp"

namespace tycho::report {
namespace {

/// The texts that stand beside the marks of points on axes from 1 to 100.
std::vector<std::string> names_of(const std::vector<Point>& points) {
  Panel panel;
  panel.x = {"x", Scale::kLog10, {}, 1, 100};
  panel.y = {"y", Scale::kLog10, {}, 1, 100};
  for (const Point& point : points) {
    const std::string name = std::to_string(panel.series.size() + 1);
    panel.series.push_back({"stage " + name, Style::kPoints, {point}, 0, 0, {name}});
  }
  Figure figure;
  figure.id = "roofline";
  figure.panels.push_back(panel);
  std::vector<std::string> names;
  const auto laid_out = lay_out(figure);
  for (const Text& text : laid_out.frames.front().texts) names.push_back(text.text);
  std::sort(names.begin(), names.end());
  return names;
}

Point at(double x, double y) { return {x, y, y, y, 0}; }

using Names = std::vector<std::string>;

TEST(PointNames, StandBesideEachMark) {
  EXPECT_EQ(names_of({at(2, 2), at(20, 20), at(2, 20)}), (Names{"1", "2", "3"}));
}

TEST(PointNames, MarksAtOnePlaceShareOneText) {
  EXPECT_EQ(names_of({at(20, 20), at(2, 2), at(2, 2), at(30, 5), at(2.01, 2.01)}),
            (Names{"1", "2, 3, 5", "4"}));
}

TEST(PointNames, NumbersInARowAreTheirEnds) {
  EXPECT_EQ(names_of({at(20, 20), at(2, 2), at(2, 2), at(2, 2)}), (Names{"1", "2\u20134"}));
}

TEST(PointNames, NoTextCoversAnotherOrTheNextMark) {
  Panel panel;
  panel.x = {"x", Scale::kLog10, {}, 1, 100};
  panel.y = {"y", Scale::kLog10, {}, 1, 100};
  panel.series.push_back({"stages", Style::kPoints, {at(10, 10), at(11, 10)}, 0, 0, {"1", "2"}});
  Figure figure;
  figure.id = "roofline";
  figure.panels.push_back(panel);
  const Frame frame = lay_out(figure).frames.front();
  ASSERT_EQ(frame.texts.size(), 2u);
  // The second mark is where the first one's name would be: the name goes to the other side.
  EXPECT_EQ(frame.texts[0].anchor, Anchor::kRight);
  EXPECT_EQ(frame.texts[1].anchor, Anchor::kLeft);
}

}  // namespace
}  // namespace tycho::report
