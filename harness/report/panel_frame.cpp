#include "harness/report/panel_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/report/bar_groups.hpp"
#include "harness/report/number.hpp"
#include "harness/report/point_names.hpp"
#include "harness/report/polyline.hpp"
#include "harness/report/scaled_axis.hpp"
#include "harness/report/space_frame.hpp"
#include "harness/report/stack_frame.hpp"

namespace tycho::report {

namespace {

constexpr std::array<Marker, 7> kMarkers{
    Marker::kDisc,    Marker::kSquare,     Marker::kTriangle, Marker::kTriangleDown,
    Marker::kDiamond, Marker::kOpenSquare, Marker::kCircle};
// Strokes and open shapes that no measured series has.
constexpr std::array<Marker, 6> kPublishedMarkers{Marker::kStar,        Marker::kPlus,
                                                  Marker::kCross,       Marker::kOpenTriangle,
                                                  Marker::kOpenDiamond, Marker::kOpenTriangleDown};

/// Told apart with the colour: seven markers and eight colours repeat together after 56 series.
Marker marker_of(const Series& series) {
  const auto own = static_cast<std::size_t>(series.colour);
  return kMarkers[own % kMarkers.size()];
}

/// Halfway to white for the first other machine, and farther for those after it.
std::string faded(const std::string& colour, int times) {
  std::string out = "#";
  for (std::size_t at = 1; at < 7; at += 2) {
    int part = std::stoi(colour.substr(at, 2), nullptr, 16);
    for (int i = 0; i < times; ++i) part = (part + 255) / 2;
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += kDigits[static_cast<std::size_t>(part / 16)];
    out += kDigits[static_cast<std::size_t>(part % 16)];
  }
  return out;
}

Mark stroke(std::vector<Spot> spots, const std::string& colour, double width, int dash = 0) {
  Mark mark;
  mark.spots = std::move(spots);
  mark.colour = colour;
  mark.width = width;
  mark.dash = dash;
  return mark;
}

bool has_interval(const Series& series, const Point& point) {
  return series.style != Style::kLevel && (point.low != point.y || point.high != point.y);
}

/// All the numbers an axis must span.
std::vector<double> values_of(const Panel& panel, bool along_x, const BarGroups& groups) {
  std::vector<double> values;
  for (const Series& series : panel.series) {
    if (along_x && series.style == Style::kLevel) continue;
    for (const Point& point : series.points) {
      if (along_x) {
        values.push_back(groups.middle(point.x));
        continue;
      }
      values.push_back(point.y);
      if (!has_interval(series, point)) continue;
      values.push_back(point.low);
      values.push_back(point.high);
    }
  }
  return values;
}

/// Bars stand at 0, 1, 2, ...: ticks name their x, in the words of the axis where it has some.
Axis group_axis(const Axis& axis, const BarGroups& groups) {
  Axis own{axis.label, Scale::kLinear, {}, -0.6, static_cast<double>(groups.x_values.size()) - 0.4};
  for (std::size_t i = 0; i < groups.x_values.size(); ++i) {
    const auto named = std::find_if(axis.ticks.begin(), axis.ticks.end(), [&](const auto& tick) {
      return tick.first == groups.x_values[i];
    });
    own.ticks.emplace_back(static_cast<double>(i),
                           named == axis.ticks.end() ? exact(groups.x_values[i]) : named->second);
  }
  return own;
}

/// One outline along the base line for all full bars of a series.
std::vector<Spot> bars_of(const Series& series, std::size_t bar, const BarGroups& groups,
                          const ScaledAxis& x, const ScaledAxis& y) {
  std::vector<Spot> outline;
  for (const Point& point : series.points) {
    if (is_hollow(point)) continue;
    const double middle = groups.at(point.x, bar), half = 0.46 * groups.width;
    const double left = x.at(middle - half), right = x.at(middle + half), top = y.at(point.y);
    outline.insert(outline.end(), {{left, 0}, {left, top}, {right, top}, {right, 0}});
  }
  return outline;
}

/// The outlines of the hollow bars of a series, in its colour.
Mark hollows_of(const Series& series, std::size_t bar, const BarGroups& groups, const ScaledAxis& x,
                const ScaledAxis& y, const std::string& colour) {
  Mark mark = stroke({}, colour, 1.8);
  for (const Point& point : series.points) {
    if (!is_hollow(point)) continue;
    const double middle = groups.at(point.x, bar), half = 0.4 * groups.width;
    const double left = x.at(middle - half), right = x.at(middle + half);
    const double low = std::max(y.at(point.low), 0.0), high = y.at(point.high);
    mark.spots.insert(mark.spots.end(), {{left, low},
                                         {left, high},
                                         {right, high},
                                         {right, low},
                                         {left, low},
                                         {std::nan(""), std::nan("")}});
  }
  return mark;
}

/// The ends of a hollow bar as numbers, above and below it; below only where it ends in the frame.
void name_ends(const Point& point, double at, const ScaledAxis& y, Frame& frame) {
  constexpr double kAbove = 0.03, kBelow = 0.035;
  frame.texts.push_back(
      {{at, y.at(point.high) + kAbove}, factor_end_text(point.high), Anchor::kMiddle});
  if (const double foot = y.at(point.low) - kBelow; foot > 0)
    frame.texts.push_back({{at, foot}, factor_end_text(point.low), Anchor::kMiddle});
}

/// Strokes over the intervals of a series: error bars.
Mark intervals_of(const Series& series, const std::vector<double>& at, const ScaledAxis& y,
                  const std::string& colour) {
  Mark mark = stroke({}, colour, 1.4);
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const Point& point = series.points[i];
    if (!has_interval(series, point) || is_hollow(point)) continue;
    // What a logarithmic axis cannot show of an interval reaches to the frame.
    const double low = y.at(point.low);
    mark.spots.push_back({at[i], std::isfinite(low) ? std::max(low, 0.0) : 0});
    mark.spots.push_back({at[i], y.at(point.high)});
    mark.spots.push_back({std::nan(""), std::nan("")});
  }
  return mark;
}

Frame plane_frame(const Panel& panel) {
  const BarGroups groups(panel);
  const bool curves = panel.series.front().style == Style::kCurve;
  const bool decades = panel.x.scale == Scale::kLog10 && panel.x.ticks.empty();
  const ScaledAxis x(groups.bars ? group_axis(panel.x, groups) : panel.x,
                     values_of(panel, true, groups),
                     curves    ? Fit::kExactly
                     : decades ? Fit::kTicks
                               : Fit::kMargin,
                     panel.square ? 8 : 10);
  const ScaledAxis y(panel.y, values_of(panel, false, groups),
                     groups.bars ? Fit::kFromZero : Fit::kTicks);
  Frame frame;
  frame.x = {panel.x.label, x.ticks(), groups.bars == 0, groups.bars > 0};
  frame.y = {panel.y.label, y.ticks(), true, false};
  std::size_t bar = 0;
  std::vector<Mark> above;  // intervals, over bars and lines
  for (const Series& series : panel.series) {
    Mark mark = looks_of(panel, series);
    const bool bars = series.style == Style::kBars;
    if (series.style == Style::kLevel) {
      if (series.points.empty()) continue;
      const double level = y.at(series.points.front().y);
      mark.spots = {{0, level}, {1, level}};
    } else if (bars) {
      mark.spots = bars_of(series, bar, groups, x, y);
    } else {
      for (const Point& point : series.points)
        mark.spots.push_back({x.at(groups.middle(point.x)), y.at(point.y)});
    }
    std::vector<double> at;
    for (const Point& point : series.points)
      at.push_back(x.at(bars ? groups.at(point.x, bar) : groups.middle(point.x)));
    Mark intervals = intervals_of(series, at, y, bars ? kInk : colour(panel, series));
    if (!intervals.spots.empty()) above.push_back(std::move(intervals));
    for (std::size_t i = 0; bars && i < at.size(); ++i) {
      const Point& point = series.points[i];
      if (is_hollow(point))
        name_ends(point, at[i], y, frame);
      else if (i < series.names.size())
        frame.texts.push_back({{at[i], y.at(point.y) + 0.03}, series.names[i], Anchor::kMiddle});
    }
    if (bars)
      if (Mark hollows = hollows_of(series, bar, groups, x, y, mark.colour); !hollows.spots.empty())
        frame.marks.push_back(std::move(hollows));
    if (!mark.spots.empty()) frame.marks.push_back(std::move(mark));
    bar += bars ? 1 : 0;
  }
  frame.marks.insert(frame.marks.end(), above.begin(), above.end());
  name_points(panel, x, y, frame);
  return frame;
}

Frame picture_frame(const Panel& panel) {
  Frame frame;
  frame.border = Border::kAround;
  frame.shades = {panel.image.width, panel.image.height, {}};
  for (const double value : panel.image.value)
    frame.shades.value.push_back(static_cast<int>(std::lround(kShadeSteps * shade(panel, value))));
  return frame;
}

}  // namespace

Mark looks_of(const Panel& panel, const Series& series) {
  Mark mark;
  mark.colour = colour(panel, series);
  mark.dash = series.dash % kDashes;
  const auto own = static_cast<std::size_t>(series.colour);
  switch (series.style) {
    case Style::kLine:
      mark.width = 2;
      mark.marker = marker_of(series);
      mark.size = 0.9;
      break;
    case Style::kCurve:
      mark.width = 1.2;
      break;
    case Style::kPoints:
      mark.marker = marker_of(series);
      mark.size = 1.1;
      break;
    case Style::kStarts:
      mark.marker = Marker::kDisc;
      mark.size = 1.1;
      break;
    case Style::kBars:
      mark.filled = true;
      mark.colour = faded(mark.colour, mark.dash);
      break;
    case Style::kPublished:
      mark.colour = kInk;
      mark.marker = kPublishedMarkers[own % kPublishedMarkers.size()];
      mark.size = 1.4;
      break;
    case Style::kStack:
      mark.filled = true;
      break;
    case Style::kLevel:
    case Style::kTheory:
      mark.colour = kInk;
      mark.width = 1.6;
      mark.dash = 2;
      break;
  }
  return mark;
}

Frame panel_frame(const Panel& panel) {
  Frame frame = panel.image.width > 0     ? picture_frame(panel)
                : panel.three_dimensional ? space_frame(panel)
                : is_stack(panel)         ? stack_frame(panel)
                                          : plane_frame(panel);
  frame.title = panel.title;
  return frame;
}

Frame shade_scale(const Panel& panel) {
  Axis axis = panel.z;
  axis.scale = Scale::kLog10;
  Frame frame;
  frame.border = Border::kAround;
  frame.y = {panel.z.label, ScaledAxis(axis, {}, Fit::kExactly).ticks(), false, false};
  std::erase_if(frame.y.ticks, [](const Tick& tick) { return tick.label.empty(); });
  frame.shades = {2, kShadeSteps + 1, {}};  // gnuplot draws no image one cell wide
  for (int step = 0; step <= kShadeSteps; ++step)
    frame.shades.value.insert(frame.shades.value.end(), 2, step);
  return frame;
}

void drop_unseen(Frame& frame) {
  // A curve is drawn 1.2 pixels wide: a third of a pixel is not seen.
  constexpr double kTolerance = 0.3;
  const Spot size{frame.right - frame.left, frame.top - frame.bottom};
  for (Mark& mark : frame.marks)
    if (mark.width > 0 && mark.marker == Marker::kNone)
      mark.spots = simplified(mark.spots, size, kTolerance);
}

}  // namespace tycho::report
