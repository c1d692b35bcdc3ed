// A figure laid out: every decision about its looks is made here, so that a drawer only translates.
// Lengths are pixels of the figure from its lower left corner; inside a frame both coordinates run
// from 0 to 1, whatever the scale of the axis.
#pragma once

#include <string>
#include <vector>

#include "harness/report/figure.hpp"

namespace tycho::report {

enum class Marker {
  kNone,
  kDisc,
  kSquare,
  kTriangle,
  kTriangleDown,
  kDiamond,
  kOpenSquare,
  kCircle,
  kStar,
  kPlus,
  kCross,
  kOpenTriangle,
  kOpenDiamond,
  kOpenTriangleDown,
};

struct Spot {
  double x = 0, y = 0;
};

/// Spots joined by strokes, marked, or the corners of a filled shape.
struct Mark {
  std::vector<Spot> spots;  // NaN: the stroke is interrupted
  std::string colour;       // #rrggbb
  double width = 0;         // of the stroke; 0: none
  int dash = 0;             // below kDashes; 0: solid
  Marker marker = Marker::kNone;
  double size = 1;  // of the marker
  bool filled = false;
};
inline constexpr int kDashes = 4;

struct Tick {
  double at = 0;
  std::string label;   // empty: a minor tick
  std::string raised;  // an exponent after the label
};

struct DrawnAxis {
  std::string label;
  std::vector<Tick> ticks;
  bool grid = false;   // lines across the frame at the labelled ticks
  bool names = false;  // the ticks name bars, and have no strokes
};

enum class Anchor { kLeft, kMiddle, kRight };

struct Text {
  Spot at;
  std::string text;
  Anchor anchor = Anchor::kLeft;
};

/// Cells from 0, the darkest of kShades, to kShadeSteps, row by row from below; they fill a frame.
struct Shades {
  int width = 0, height = 0;  // 0: none
  std::vector<int> value;
};

enum class Border { kNone, kLeftAndBelow, kAround };

struct Frame {
  double left = 0, bottom = 0, right = 0, top = 0;
  std::string title;
  DrawnAxis x, y;
  Border border = Border::kLeftAndBelow;
  Shades shades;
  std::vector<Mark> marks;
  std::vector<Text> texts;  // smaller than titles and ticks
};

struct Drawing {
  std::string id;
  int width = 0, height = 0;
  std::vector<Frame> frames;
};

Drawing lay_out(const Figure& figure);

}  // namespace tycho::report
