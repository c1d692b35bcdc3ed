#include "harness/report/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tycho::report {

namespace {

using nlohmann::json;

const char* name(Scale scale) {
  switch (scale) {
    case Scale::kLog2:
      return "log2";
    case Scale::kLog10:
      return "log10";
    case Scale::kLinear:
      break;
  }
  return "linear";
}

const char* name(Style style) {
  switch (style) {
    case Style::kLine:
      return "line";
    case Style::kCurve:
      return "curve";
    case Style::kBars:
      return "bars";
    case Style::kPublished:
      return "published";
    case Style::kLevel:
      return "level";
    case Style::kPoints:
      return "points";
    case Style::kStarts:
      return "starts";
    case Style::kStack:
      return "stack";
    case Style::kTheory:
      return "theory";
  }
  return "";
}

json describe(const Axis& axis) {
  json ticks = json::array();
  for (const auto& [at, label] : axis.ticks) ticks.push_back({at, label});
  json described = {{"label", axis.label}, {"scale", name(axis.scale)}, {"ticks", ticks}};
  if (axis.least < axis.most) described["range"] = {axis.least, axis.most};
  return described;
}

json describe(const Series& series, const Panel& panel) {
  json points = json::array();
  for (const Point& p : series.points) {
    json point = {p.x, p.y};
    if (panel.three_dimensional) point.push_back(p.z);
    if (p.low != p.y || p.high != p.y) point.push_back({{"low", p.low}, {"high", p.high}});
    points.push_back(std::move(point));
  }
  return {{"label", series.label},
          {"style", name(series.style)},
          {"colour", series.colour},
          {"points", points},
          {"dash", series.dash}};
}

}  // namespace

json describe(const Figure& figure) {
  json panels = json::array();
  for (const Panel& panel : figure.panels) {
    json described = {{"title", panel.title},
                      {"x", describe(panel.x)},
                      {"y", describe(panel.y)},
                      {"square", panel.square},
                      {"ordered", panel.ordered}};
    if (panel.three_dimensional || panel.image.width > 0) described["z"] = describe(panel.z);
    if (panel.image.width > 0)
      described["image"] = {{"width", panel.image.width},
                            {"height", panel.image.height},
                            {"value", panel.image.value}};
    for (const Series& series : panel.series)
      described["series"].push_back(describe(series, panel));
    panels.push_back(std::move(described));
  }
  return {
      {"id", figure.id}, {"title", figure.title}, {"caption", figure.caption}, {"panels", panels}};
}

std::vector<Point> thinned(const std::vector<Point>& points, std::size_t most) {
  if (points.size() <= most || most < 4) return points;
  // The lowest and the highest of each bundle, in their order, and the two ends.
  std::vector<Point> kept{points.front()};
  const std::size_t bundles = (most - 2) / 2;
  for (std::size_t b = 0; b < bundles; ++b) {
    const auto first = points.begin() + static_cast<std::ptrdiff_t>(b * points.size() / bundles);
    const auto last =
        points.begin() + static_cast<std::ptrdiff_t>((b + 1) * points.size() / bundles);
    auto [low, high] =
        std::minmax_element(first, last, [](const Point& a, const Point& c) { return a.y < c.y; });
    if (high < low) std::swap(low, high);
    kept.push_back(*low);
    if (high != low) kept.push_back(*high);
  }
  kept.push_back(points.back());
  return kept;
}

double shade(const Panel& panel, double value) {
  const double low = std::log10(panel.z.least), high = std::log10(panel.z.most);
  const double along = (std::log10(std::max(panel.z.least, value)) - low) / (high - low);
  // A cell that is no number, or a scale without an extent, is dark.
  return along > 0 ? std::min(along, 1.0) : 0;
}

std::string colour(const Panel& panel, const Series& series) {
  // Lightness rises along the list, so that the order survives any colour vision.
  constexpr std::array<const char*, 7> kOrdered{"#6A5BB5", "#3F74B0", "#25858E", "#5E8C31",
                                                "#A87900", "#C77C11", "#D5792B"};
  const auto own = static_cast<std::size_t>(series.colour);
  if (!panel.ordered) return kDistinct[own % kDistinct.size()];
  std::size_t last = 1;
  for (const Series& other : panel.series)
    last = std::max(last, static_cast<std::size_t>(other.colour));
  // Few series take their colours from all of the range.
  return last < kOrdered.size() ? kOrdered[own * (kOrdered.size() - 1) / last]
                                : kOrdered[own % kOrdered.size()];
}

}  // namespace tycho::report
