// Where the bars of a panel stand: one group for each x, at 0, 1, 2, ...
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "harness/report/figure.hpp"

namespace tycho::report {

struct BarGroups {
  std::vector<double> x_values;  // of each group
  std::size_t bars = 0;          // in a group; 0: the panel has no bars
  double width = 0.8;            // of one bar

  explicit BarGroups(const Panel& panel) {
    std::set<double> seen;
    for (const Series& series : panel.series) {
      if (series.style != Style::kBars) continue;
      ++bars;
      for (const Point& point : series.points) seen.insert(point.x);
    }
    x_values.assign(seen.begin(), seen.end());
    if (bars) width = 0.8 / static_cast<double>(bars);
  }
  /// The middle of the group of x; x itself where there are no bars.
  double middle(double x) const {
    if (!bars) return x;
    return static_cast<double>(std::lower_bound(x_values.begin(), x_values.end(), x) -
                               x_values.begin());
  }
  /// The middle of one bar of the group of x.
  double at(double x, std::size_t bar) const {
    return middle(x) + (static_cast<double>(bar) - 0.5 * (static_cast<double>(bars) - 1)) * width;
  }
};

}  // namespace tycho::report
