#include "harness/report/legend.hpp"

#include <algorithm>
#include <cmath>

#include "core/joined.hpp"
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

namespace {

constexpr double kSmallLetter = 6.9, kLine = 15;

/// A label in lines that fit the width, broken between words.
std::vector<std::string> broken(const std::string& label, double width) {
  const auto most = static_cast<std::size_t>(std::max(width / kSmallLetter, 8.0));
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < label.size();) {
    std::size_t end = label.find(' ', at);
    if (end == std::string::npos) end = label.size();
    const std::string word = label.substr(at, end - at);
    if (!line.empty() && line.size() + 1 + word.size() > most) {
      lines.push_back(line);
      line.clear();
    }
    join_to(line, word, " ");
    at = end + 1;
  }
  lines.push_back(line);
  return lines;
}

struct EndLabel {
  const Series* series;
  double y = 0;       // of its middle, in pixels of the figure
  double height = 0;  // of all its lines
};

/// Where the drawn line of a series ends, from 0 to 1.
double end_of(const Frame& plot, std::size_t mark) {
  for (std::size_t i = plot.marks[mark].spots.size(); i-- > 0;)
    if (std::isfinite(plot.marks[mark].spots[i].y))
      return std::clamp(plot.marks[mark].spots[i].y, 0.0, 1.0);
  return 0;
}

}  // namespace

bool labels_at_ends(const Panel& panel) {
  constexpr std::size_t kMost = 9;
  std::size_t labels = 0;
  for (const Series& series : panel.series) {
    if (series.style == Style::kBars || series.style == Style::kStack ||
        series.style == Style::kStarts || series.style == Style::kPoints)
      return false;
    labels += series.label.empty() ? 0 : 1;
  }
  return labels <= kMost;
}

double width_at_ends(const Panel& panel, double most) {
  double widest = 0;
  for (const Series& series : panel.series)
    widest = std::max(widest, kSmallLetter * static_cast<double>(series.label.size()));
  return std::min(most, widest + kSample + kGap + 14);
}

Frame legend_at_ends(const Panel& panel, const Frame& plot, double width) {
  Frame frame;
  frame.border = Border::kNone;
  frame.left = plot.right + 6;
  frame.right = frame.left + width;
  frame.bottom = plot.bottom - 40;
  frame.top = plot.top + 30;
  const double room = width - kSample - kGap - 6;
  std::vector<EndLabel> labels;
  std::size_t mark = 0;
  for (const Series& series : panel.series) {
    // Marks stand in the order of the series; a series without a spot has none.
    if (series.points.empty()) continue;
    if (mark >= plot.marks.size()) break;
    const double at = plot.bottom + (plot.top - plot.bottom) * end_of(plot, mark++);
    if (series.label.empty()) continue;
    labels.push_back(
        {&series, at, kLine * static_cast<double>(broken(series.label, room).size()) + 3});
  }
  std::stable_sort(labels.begin(), labels.end(),
                   [](const EndLabel& a, const EndLabel& b) { return a.y > b.y; });
  // From above each is pushed below the one before; what then hangs below the frame goes up again.
  double limit = frame.top;
  for (EndLabel& label : labels) {
    label.y = std::min(label.y, limit - 0.5 * label.height);
    limit = label.y - 0.5 * label.height;
  }
  limit = frame.bottom;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    label->y = std::max(label->y, limit + 0.5 * label->height);
    limit = label->y + 0.5 * label->height;
  }
  for (const EndLabel& label : labels) {
    const std::vector<std::string> lines = broken(label.series->label, room);
    const double first =
        label.y - frame.bottom + 0.5 * kLine * static_cast<double>(lines.size() - 1);
    Series named = *label.series;
    named.label = lines.front();
    add_entry(frame, panel, named, 0, first);
    const Inside inside{frame.right - frame.left, frame.top - frame.bottom};
    for (std::size_t i = 1; i < lines.size(); ++i)
      frame.texts.push_back({inside(kSample + kGap, first - kLine * static_cast<double>(i)),
                             lines[i], Anchor::kLeft});
  }
  return frame;
}

}  // namespace tycho::report
