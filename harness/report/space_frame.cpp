#include "harness/report/space_frame.hpp"

#include <cmath>
#include <numbers>

#include "harness/report/panel_frame.hpp"
#include "harness/report/scaled_axis.hpp"

namespace tycho::report {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
const double kTurn = 36 * kDegree, kTilt = 64 * kDegree;  // about the vertical; from above

/// Of a spot in the unit cube: in parallel, and as large as the frame with its labels allows.
Spot projected(double x, double y, double z) {
  const double across = std::cos(kTurn) * x + std::sin(kTurn) * y;
  const double up =
      std::cos(kTilt) * (std::cos(kTurn) * y - std::sin(kTurn) * x) + std::sin(kTilt) * z;
  // The cube is 1.40 wide and 1.51 high this way, and its nearest corner 0.26 below the origin.
  constexpr double kScale = 0.6;
  return {0.08 + kScale * across, 0.08 + kScale * (0.26 + up)};
}

std::vector<double> coordinates(const Panel& panel, double Point::*along) {
  std::vector<double> values;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) values.push_back(point.*along);
  return values;
}

/// The floor and its corner's upright.
Mark box() {
  Mark mark;
  mark.colour = kInk;
  mark.width = 1;
  for (const auto& [x, y, z] :
       {std::array{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}})
    mark.spots.push_back(projected(x, y, z));
  return mark;
}

}  // namespace

Frame space_frame(const Panel& panel) {
  constexpr int kTicks = 5;
  const ScaledAxis x(panel.x, coordinates(panel, &Point::x), Fit::kTicks, kTicks),
      y(panel.y, coordinates(panel, &Point::y), Fit::kTicks, kTicks),
      z(panel.z, coordinates(panel, &Point::z), Fit::kTicks, kTicks);
  Frame frame;
  frame.border = Border::kNone;
  frame.marks.push_back(box());
  for (const Series& series : panel.series) {
    Mark mark = looks_of(panel, series);
    for (const Point& point : series.points)
      mark.spots.push_back(projected(x.at(point.x), y.at(point.y), z.at(point.z)));
    frame.marks.push_back(std::move(mark));
  }
  const auto label = [&](Spot at, double right, double up, const std::string& text, Anchor anchor) {
    if (!text.empty()) frame.texts.push_back({{at.x + right, at.y + up}, text, anchor});
  };
  for (const Tick& tick : x.ticks())
    label(projected(tick.at, 0, 0), -0.02, -0.04, tick.label, Anchor::kMiddle);
  for (const Tick& tick : y.ticks())
    label(projected(1, tick.at, 0), 0.02, -0.02, tick.label, Anchor::kLeft);
  for (const Tick& tick : z.ticks())
    label(projected(0, 0, tick.at), -0.02, 0, tick.label, Anchor::kRight);
  label(projected(0.5, 0, 0), -0.06, -0.1, panel.x.label, Anchor::kMiddle);
  label(projected(1, 0.5, 0), 0.12, -0.06, panel.y.label, Anchor::kLeft);
  label(projected(0, 0, 0.5), -0.12, 0, panel.z.label, Anchor::kRight);
  return frame;
}

}  // namespace tycho::report
