#include "harness/report/legend.hpp"

#include <algorithm>

#include "harness/report/panel_frame.hpp"

namespace tycho::report {

namespace {

constexpr double kRow = 21, kSample = 30, kGap = 8;  // height of a row; a sample, and what follows

struct Columns {
  std::size_t columns = 1, rows = 0;
  double width = 0;  // of one
};
Columns columns_of(const Panel& panel) {
  constexpr double kLetter = 7.5, kRoom = 740;
  std::size_t longest = 1, labels = 0;
  for (const Series& series : panel.series) {
    longest = std::max(longest, series.label.size());
    labels += series.label.empty() ? 0 : 1;
  }
  const double width = kSample + kGap + 12 + kLetter * static_cast<double>(longest);
  const auto fitting = std::clamp<std::size_t>(static_cast<std::size_t>(kRoom / width), 1, 4);
  const std::size_t columns = std::min(fitting, std::max<std::size_t>(labels, 1));
  return {columns, (labels + columns - 1) / columns, width};
}

/// Pixels of a frame as a share of it.
struct Inside {
  double width, height;
  Spot operator()(double x, double y) const { return {x / width, y / height}; }
};

/// What the panel draws of a series, at (x, y), and the label after it.
void add_entry(Frame& frame, const Panel& panel, const Series& series, double x, double y) {
  const Inside inside{frame.right - frame.left, frame.top - frame.bottom};
  Mark sample = looks_of(panel, series);
  if (sample.filled)
    sample.spots = {inside(x + 4, y - 6), inside(x + 4, y + 6), inside(x + kSample - 4, y + 6),
                    inside(x + kSample - 4, y - 6)};
  else if (sample.width > 0)
    sample.spots = {inside(x, y), inside(x + kSample, y)};
  Mark marker = sample;
  if (sample.width > 0 || sample.filled) {
    sample.marker = Marker::kNone;
    frame.marks.push_back(std::move(sample));
  }
  if (marker.marker != Marker::kNone) {
    marker.width = 0;
    marker.spots = {inside(x + 0.5 * kSample, y)};
    frame.marks.push_back(std::move(marker));
  }
  frame.texts.push_back({inside(x + kSample + kGap, y), series.label, Anchor::kLeft});
}

}  // namespace

double legend_height(const Panel& panel) {
  return kRow * static_cast<double>(columns_of(panel).rows);
}

Frame legend_below(const Panel& panel, int figure_width) {
  const Columns columns = columns_of(panel);
  Frame frame;
  frame.border = Border::kNone;
  frame.right = figure_width;
  frame.top = legend_height(panel) + 4;
  const double all = columns.width * static_cast<double>(columns.columns);
  const double left = std::max(0.5 * (figure_width - all), 4.0);
  std::size_t entry = 0;
  for (const Series& series : panel.series) {
    if (series.label.empty()) continue;
    add_entry(frame, panel, series,
              left + columns.width * static_cast<double>(entry % columns.columns),
              frame.top - kRow * (0.5 + static_cast<double>(entry / columns.columns)));
    ++entry;
  }
  return frame;
}

Frame legend_beside(const Panel& panel, int figure_width, int figure_height) {
  Frame frame;
  frame.border = Border::kNone;
  frame.left = 0.89 * figure_width;
  frame.right = figure_width;
  frame.top = 0.9 * figure_height;
  double y = frame.top - 0.5 * kRow;
  for (const Series& series : panel.series) {
    if (series.label.empty()) continue;
    add_entry(frame, panel, series, 4, y);
    y -= kRow;
  }
  return frame;
}

}  // namespace tycho::report
