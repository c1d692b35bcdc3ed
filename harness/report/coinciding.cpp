#include "harness/report/coinciding.hpp"

#include <algorithm>

#include "core/joined.hpp"
#include "harness/report/scaled_axis.hpp"

namespace tycho::report {

namespace {

/// A line is drawn about two pixels wide, in a panel of 300 by 500.
constexpr double kUnseen = 0.004;

using Spots = std::vector<Spot>;  // as it is drawn

/// Whether a line runs through this height where its spot i is, or so near that nobody sees the
/// difference: a steep stroke passes all heights between its ends.
bool passes(const Spots& line, std::size_t i, double height) {
  double low = line[i].y, high = low;
  const auto reach = [&](const Spot& spot) {
    low = std::min(low, spot.y);
    high = std::max(high, spot.y);
  };
  for (std::size_t k = i; k-- > 0 && line[i].x - line[k].x <= kUnseen;) reach(line[k]);
  for (std::size_t k = i + 1; k < line.size() && line[k].x - line[i].x <= kUnseen; ++k)
    reach(line[k]);
  return low - kUnseen <= height && height <= high + kUnseen;
}

enum class Together { kNo, kNearly, kFully };

/// Where one in six of the points is seen apart, the rest hide the line that is drawn first: curves
/// of 20 points that part in a dip alone do so in three of them.
Together together(const Spots& a, const Spots& b) {
  if (a.size() != b.size() || a.size() < 2) return Together::kNo;
  std::size_t apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].x != b[i].x) return Together::kNo;
    if (!passes(a, i, b[i].y) || !passes(b, i, a[i].y)) ++apart;
  }
  if (apart == 0) return Together::kFully;
  return 6 * apart <= a.size() ? Together::kNearly : Together::kNo;
}

/// The labels of the series that lie on one that is drawn.
struct Others {
  std::string fully, nearly;
  int count = 0;

  std::string all() const {
    std::string text = fully.empty() ? "" : "on the same line: " + fully;
    if (!nearly.empty()) join_to(text, "nearly on the same line: " + nearly, "; ");
    return text;
  }
};

/// A few words stand in the legend, more in the caption.
void name_others(Series& series, const Others& others) {
  constexpr std::size_t kMost = 60;
  if (others.count == 0) return;
  const std::string all = others.all();
  if (all.size() <= kMost) {
    series.label += "; " + all;
    return;
  }
  series.unnamed = "\u201c" + series.label + "\u201d: " + all + ".";
  series.label += "; " + std::to_string(others.count) +
                  (others.count == 1 ? " other on its line" : " others on its line");
}

}  // namespace

void merge_coinciding(Panel& panel) {
  std::vector<double> x_values, y_values;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) {
      x_values.push_back(point.x);
      y_values.push_back(point.y);
    }
  const ScaledAxis x(panel.x, x_values, Fit::kExactly), y(panel.y, y_values, Fit::kTicks);
  std::vector<Series> kept;
  std::vector<Spots> lines;
  std::vector<Others> others;
  for (Series& series : panel.series) {
    Spots line;
    for (const Point& point : series.points) line.push_back({x.at(point.x), y.at(point.y)});
    std::size_t same = 0;
    Together how = Together::kNo;
    for (; same < kept.size(); ++same) {
      if (series.style == Style::kBars || kept[same].style != series.style) continue;
      if (how = together(lines[same], line); how != Together::kNo) break;
    }
    if (how == Together::kNo) {
      kept.push_back(std::move(series));
      lines.push_back(std::move(line));
      others.emplace_back();
      continue;
    }
    std::string& labels = how == Together::kFully ? others[same].fully : others[same].nearly;
    join_to(labels, series.label, "; ");
    ++others[same].count;
  }
  for (std::size_t i = 0; i < kept.size(); ++i) name_others(kept[i], others[i]);
  panel.series = std::move(kept);
}

}  // namespace tycho::report
