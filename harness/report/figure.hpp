// A figure as data: what is drawn, not how. drawing.hpp has how, and both drawers are given that.
#pragma once

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tycho::report {

enum class Scale { kLinear, kLog2, kLog10 };

struct Axis {
  std::string label;
  Scale scale = Scale::kLinear;
  /// Where ticks stand, with their labels; empty: as suits the range.
  std::vector<std::pair<double, std::string>> ticks;
  /// The range; least = most: as suits the values.
  double least = 0, most = 0;
};

struct Point {
  double x = 0, y = 0;
  double low = 0, high = 0;  // of the error bar; equal to y: none
  double z = 0;              // in three dimensions only
};

/// In place of a bar, of a factor that rests on noise: what it lies between, drawn hollow with its
/// ends as numbers (factor_end_text).
inline Point hollow(double x, double low, double high) { return {x, std::nan(""), low, high, 0}; }
inline bool is_hollow(const Point& point) { return std::isnan(point.y); }
inline constexpr const char* kHollowMeans =
    "Hollow bars: what rests on noise (\u2248) lies between the two numbers.";

enum class Style {
  kLine,       // measured: a line with a marker at each point
  kCurve,      // many points: a line alone
  kBars,       // grouped by x
  kPublished,  // a paper's own numbers: markers no other style uses, one for each of its columns
  kLevel,      // a paper's limit: a dashed line across the panel, at the first point's y
  kPoints,     // measured: markers alone
  kStarts,     // where a path begins: a dot of its colour
  kStack,      // parts of horizontal bars: x is the length, y the number of the bar from above
  kTheory,     // a dashed line in ink
};

struct Series {
  std::string label;  // empty: not in the legend
  Style style = Style::kLine;
  std::vector<Point> points;
  int colour = 0;  // index in the palette; of published values, in the list of their markers
  int dash = 0;    // 0: solid; others tell machines apart, or what was not measured here
  std::vector<std::string> names = {};  // full bars: a word above each; points: beside
  std::string unnamed = {};  // the labels of others on its line that are too long for the legend
};

/// A picture made of cells: logarithmic colours from the panel's z.least to z.most.
struct Image {
  int width = 0, height = 0;  // cells; 0: none
  std::vector<double> value;  // row by row from below
};

struct Panel {
  std::string title;
  Axis x, y, z;
  Image image;  // fills the panel, instead of series
  std::vector<Series> series;
  bool three_dimensional = false;
  bool square = false;   // as high as wide
  bool ordered = false;  // the series follow a parameter: colours run from dark to bright
};

struct Figure {
  std::string id;
  std::string title;
  std::string caption;        // what the marks mean, and whose the numbers are
  std::vector<Panel> panels;  // side by side
  bool bare = false;          // one picture alone, without title and scale
  std::string lead = {};      // the sentence on what to see in it, for who does not see it
};

/// The whole description, for tests and for whoever wants to draw it otherwise.
nlohmann::json describe(const Figure& figure);

/// At most `most` points that keep every visible extreme of the curve.
std::vector<Point> thinned(const std::vector<Point>& points, std::size_t most);

/// Okabe and Ito's palette, its brightest colours in darker shades: each has a contrast of 3 to the
/// paper of the light page and to that of the dark one, on which the page draws them brighter still
/// (page_style.hpp): a thin curve needs more.
inline constexpr std::array<const char*, 8> kDistinct{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                      "#8A63D2", "#A87900", "#7F7F7F", "#B03A5B"};

/// The colour of a series as #rrggbb: told apart with any kind of colour vision, on white and on
/// black, and never the only thing that tells two series apart.
std::string colour(const Panel& panel, const Series& series);

/// Where a cell of an image stands between the ends of its logarithmic scale, cut off at both.
double shade(const Panel& panel, double value);

/// Shades told apart in an image: neighbours differ by less than an eye sees, and cells that share
/// one compress well.
inline constexpr int kShadeSteps = 64;

/// The colours of images from dark to bright, in equal steps; lightness rises all the way.
inline constexpr std::array<const char*, 6> kShades{"#000004", "#3B0F70", "#8C2981",
                                                    "#DE4968", "#FE9F6D", "#FCFDBF"};

inline constexpr const char* kInk = "#333334";
inline constexpr const char* kGrid = "#dddde0";

}  // namespace tycho::report
