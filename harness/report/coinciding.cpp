#include "harness/report/coinciding.hpp"

#include <algorithm>
#include <cmath>

namespace tycho::report {

namespace {

/// A place along the axis.
double scaled_y(const Panel& panel, double y) {
  return panel.y.scale == Scale::kLinear ? y : y > 0 ? std::log10(y) : -300;
}

/// A line is drawn about two pixels wide, in a panel of 300.
constexpr double kUnseen = 0.004;

bool coincide(const Panel& panel, const Series& a, const Series& b, double range) {
  if (a.style != b.style || a.points.size() != b.points.size() || a.points.size() < 2) return false;
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    if (a.points[i].x != b.points[i].x) return false;
    const double apart = std::fabs(scaled_y(panel, a.points[i].y) - scaled_y(panel, b.points[i].y));
    if (!(apart <= kUnseen * range)) return false;
  }
  return true;
}

}  // namespace

void merge_coinciding(Panel& panel) {
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) {
      least = std::min(least, scaled_y(panel, point.y));
      most = std::max(most, scaled_y(panel, point.y));
    }
  if (!(least < most)) return;
  std::vector<Series> kept;
  std::vector<int> more;
  for (Series& series : panel.series) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Series& other) {
      return coincide(panel, other, series, most - least);
    });
    if (same == kept.end() || series.style == Style::kBars) {
      kept.push_back(std::move(series));
      more.push_back(0);
      continue;
    }
    if (more[static_cast<std::size_t>(same - kept.begin())]++ == 0)
      same->label += "; on the same line: " + series.label;
    else
      same->label += "; " + series.label;
  }
  panel.series = std::move(kept);
}

}  // namespace tycho::report
