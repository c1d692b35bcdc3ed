#include "harness/report/stack_frame.hpp"

#include <map>

#include "harness/report/panel_frame.hpp"
#include "harness/report/scaled_axis.hpp"

namespace tycho::report {

bool is_stack(const Panel& panel) {
  return !panel.series.empty() && panel.series.front().style == Style::kStack;
}

Frame stack_frame(const Panel& panel) {
  std::map<double, double> lengths;  // of each bar
  for (const Series& series : panel.series)
    for (const Point& point : series.points) lengths[point.y] += point.x;
  std::vector<double> values{0};
  for (const auto& [bar, length] : lengths) values.push_back(length);
  const ScaledAxis x(panel.x, values, Fit::kFromZero);
  const double slot = 1.0 / static_cast<double>(std::max<std::size_t>(panel.y.ticks.size(), 1));
  const auto middle = [&](double bar) { return 1 - slot * (bar + 0.5); };

  Frame frame;
  frame.x = {panel.x.label, x.ticks(), true, false};
  frame.y.label = panel.y.label;
  frame.y.names = true;
  for (const auto& [bar, name] : panel.y.ticks) frame.y.ticks.push_back({middle(bar), name, ""});
  std::map<double, double> begun;
  for (const Series& series : panel.series) {
    Mark mark = looks_of(panel, series);
    for (const Point& point : series.points) {
      const double left = x.at(begun[point.y]), right = x.at(begun[point.y] += point.x);
      const double high = middle(point.y) + 0.38 * slot, low = middle(point.y) - 0.38 * slot;
      // A shape for each bar: joined they would cover what lies between.
      mark.spots = {{left, high}, {right, high}, {right, low}, {left, low}};
      frame.marks.push_back(mark);
    }
  }
  return frame;
}

}  // namespace tycho::report
