// Where the frames of a figure stand: panels side by side, pictures in rows with their scale, and
// the legend below or beside.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/report/document.hpp"
#include "harness/report/drawing.hpp"
#include "harness/report/legend.hpp"
#include "harness/report/panel_frame.hpp"
#include "harness/report/stack_frame.hpp"

namespace tycho::report {

namespace {

constexpr double kLetter = 8;  // width of a letter of ticks and titles

/// The width of a text as it is drawn, where a letter may be several bytes.
double width_of(const std::string& text) {
  const std::string drawn = raise_powers(text);
  return kLetter * static_cast<double>(std::count_if(drawn.begin(), drawn.end(), [](char c) {
           return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
         }));
}

/// Room for the label and the widest tick left of a panel.
double left_margin(const Frame& frame) {
  double widest = 0;
  for (const Tick& tick : frame.y.ticks)
    widest = std::max(widest, width_of(tick.label) + width_of(tick.raised));
  return 46 + widest;
}

void place(Frame& frame, double left, double bottom, double right, double top) {
  frame.left = left;
  frame.bottom = bottom;
  frame.right = right;
  frame.top = top;
}

/// The largest square in the middle of the room there is.
void make_square(Frame& frame) {
  const double wide = frame.right - frame.left, high = frame.top - frame.bottom;
  const double side = std::min(wide, high);
  place(frame, frame.left + 0.5 * (wide - side), frame.bottom + 0.5 * (high - side),
        frame.right - 0.5 * (wide - side), frame.top - 0.5 * (high - side));
}

/// Panels of lines side by side, each line labelled at its end.
void lay_out_lines(const Figure& figure, Drawing& drawing) {
  constexpr double kHigh = 430, kBelow = 62, kAbove = 44;
  const auto count = static_cast<double>(figure.panels.size());
  drawing.width = count > 1 ? 1180 : 900;
  double slot = drawing.width / count;
  drawing.height = static_cast<int>(kHigh);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    const double labels = width_at_ends(panel, count > 1 ? 0.33 * slot : 300);
    Frame frame = panel_frame(panel);
    const double left = slot * static_cast<double>(i);
    // A title stands over the middle of its panel, and needs as much room to the left.
    if (count == 1) {
      const double needed = width_of(panel.title) + labels + 12 - left_margin(frame);
      slot = std::max(slot, needed);
      drawing.width = static_cast<int>(std::ceil(slot));
    }
    place(frame, left + left_margin(frame), kBelow, left + slot - labels - 12,
          drawing.height - kAbove);
    Frame legend = legend_at_ends(panel, frame, labels);
    drop_unseen(frame);
    drawing.frames.push_back(std::move(frame));
    drawing.frames.push_back(std::move(legend));
  }
}

/// Horizontal bars, as high as their number asks for, with the legend below them.
void lay_out_stack(const Panel& panel, Drawing& drawing) {
  constexpr double kBar = 27, kBelow = 78, kAbove = 44;
  drawing.width = 900;
  const double legend = legend_height(panel);
  drawing.height =
      static_cast<int>(kBar * static_cast<double>(panel.y.ticks.size()) + kBelow + kAbove + legend);
  Frame frame = panel_frame(panel);
  place(frame, left_margin(frame), legend + kBelow, drawing.width - 28, drawing.height - kAbove);
  drawing.frames.push_back(std::move(frame));
  drawing.frames.push_back(legend_below(panel, drawing.width));
}

/// One panel with the legend below it: the figure grows with the legend, and the panel keeps its
/// height.
void lay_out_one(const Panel& panel, Drawing& drawing) {
  constexpr double kPanel = 430, kBelow = 80, kAbove = 56;
  // Names below bars are words.
  drawing.width =
      panel.series.front().style == Style::kBars && panel.x.ticks.size() > 5 ? 1100 : 820;
  const double legend = legend_height(panel);
  drawing.height = static_cast<int>(kPanel + legend);
  Frame frame = panel_frame(panel);
  place(frame, left_margin(frame), legend + kBelow, drawing.width - 28, drawing.height - kAbove);
  drop_unseen(frame);
  drawing.frames.push_back(std::move(frame));
  drawing.frames.push_back(legend_below(panel, drawing.width));
}

/// Panels of paths side by side, or one of them alone, with the legend to their right.
void lay_out_paths(const Figure& figure, Drawing& drawing) {
  const std::size_t count = figure.panels.size();
  // The middle of one panel is at 0.47 of the width: room for half its title.
  drawing.width =
      count > 1 ? 1180 : static_cast<int>(std::max(820.0, width_of(figure.panels[0].title) / 0.94));
  drawing.height = count > 1 ? 420 : 470;
  std::vector<Frame> frames;
  std::vector<double> margins;  // left of the panels, for ticks and labels of their own
  for (const Panel& panel : figure.panels) {
    const Frame& frame = frames.emplace_back(panel_frame(panel));
    const bool labelled = !frame.y.label.empty() || !frame.y.ticks.empty();
    margins.push_back(count > 1 && labelled ? left_margin(frame) : 0.05 * drawing.width);
  }
  constexpr double kApart = 10;  // from a panel to the margin of the next
  const double last = 0.89 * drawing.width;
  const double room = last - std::accumulate(margins.begin(), margins.end(), 0.0) -
                      kApart * static_cast<double>(count - 1);
  const double width = room / static_cast<double>(count);
  double left = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Panel& panel = figure.panels[i];
    Frame& frame = frames[i];
    left += margins[i];
    place(frame, left, 0.16 * drawing.height, left + width, 0.88 * drawing.height);
    left += width + kApart;
    if (panel.square || panel.three_dimensional) make_square(frame);
    drop_unseen(frame);
    drawing.frames.push_back(std::move(frame));
  }
  drawing.frames.push_back(legend_beside(figure.panels.front(), drawing.width, drawing.height));
}

/// The scale that all pictures of a figure share, as a narrow picture of its own.
Frame scale_frame(const Panel& panel, const Drawing& drawing) {
  Frame frame = shade_scale(panel);
  const double height = std::min(0.6 * drawing.height, 400.0);
  place(frame, drawing.width - 40, 0.5 * (drawing.height - height), drawing.width - 26,
        0.5 * (drawing.height + height));
  return frame;
}

/// With half the cells along a side, each the mean of four, where `side` pixels would not show all.
Panel fitting(Panel panel, double side) {
  Image& image = panel.image;
  while (image.width > 1.5 * side && image.width % 2 == 0 && image.height % 2 == 0) {
    const auto width = static_cast<std::size_t>(image.width);
    Image half{image.width / 2, image.height / 2, {}};
    for (std::size_t row = 0; row < static_cast<std::size_t>(image.height); row += 2)
      for (std::size_t column = 0; column < width; column += 2) {
        const double* below = &image.value[row * width + column];
        half.value.push_back(0.25 * (below[0] + below[1] + below[width] + below[width + 1]));
      }
    image = std::move(half);
  }
  return panel;
}

/// One or two pictures in a row are large; four are two rows of two; others stand three in a row.
/// Pictures with scales of their own have them in the caption.
void lay_out_pictures(const Figure& figure, Drawing& drawing) {
  constexpr double kMargin = 10, kBetween = 14, kTitle = 40, kMostSide = 600, kScale = 114;
  const Panel& first = figure.panels.front();
  const bool one_scale =
      std::all_of(figure.panels.begin(), figure.panels.end(), [&](const Panel& panel) {
        return panel.z.least == first.z.least && panel.z.most == first.z.most;
      });
  const std::size_t count = figure.panels.size();
  const std::size_t columns = count == 1 ? 1 : count == 2 || count == 4 ? 2 : 3;
  const std::size_t rows = (count + columns - 1) / columns;
  const double across = 1000 - 2 * kMargin - (one_scale ? kScale : 0);
  const double side = std::min(
      kMostSide, std::floor((across + kBetween) / static_cast<double>(columns)) - kBetween);
  drawing.width = static_cast<int>(static_cast<double>(columns) * (side + kBetween) - kBetween +
                                   2 * kMargin + (one_scale ? kScale : 0));
  drawing.height = static_cast<int>(kMargin + (side + kTitle) * static_cast<double>(rows));
  for (std::size_t i = 0; i < count; ++i) {
    const double left = kMargin + (side + kBetween) * static_cast<double>(i % columns);
    const double top = drawing.height - kTitle - (side + kTitle) * static_cast<double>(i / columns);
    Frame frame = panel_frame(fitting(figure.panels[i], side));
    place(frame, left, top - side, left + side, top);
    drawing.frames.push_back(std::move(frame));
  }
  if (one_scale) drawing.frames.push_back(scale_frame(first, drawing));
}

/// A picture to its edges: whoever shows it says beside it what it is.
void lay_out_bare(const Panel& panel, Drawing& drawing) {
  constexpr int kLeast = 512;
  drawing.width = drawing.height = std::max(kLeast, panel.image.width);
  Frame frame = panel_frame(panel);
  frame.title.clear();
  frame.border = Border::kNone;
  place(frame, 0, 0, drawing.width, drawing.height);
  drawing.frames.push_back(std::move(frame));
}

/// A number that would run into the one to its right is not written; its tick stays.
void drop_crowded(Frame& frame) {
  constexpr double kNarrowLetter = 8, kApart = 8;
  double free = HUGE_VAL;  // where the next label begins
  if (frame.x.names) return;
  for (auto tick = frame.x.ticks.rbegin(); tick != frame.x.ticks.rend(); ++tick) {
    if (tick->label.empty()) continue;
    const double half =
        0.5 * kNarrowLetter * static_cast<double>(tick->label.size() + tick->raised.size());
    const double middle = tick->at * (frame.right - frame.left);
    if (middle + half + kApart > free)
      tick->label = tick->raised = "";
    else
      free = middle - half;
  }
}

void raise_powers_in(Drawing& drawing) {
  for (Frame& frame : drawing.frames) {
    std::vector<std::string*> all{&frame.title, &frame.x.label, &frame.y.label};
    for (Text& text : frame.texts) all.push_back(&text.text);
    for (DrawnAxis* axis : {&frame.x, &frame.y})
      for (Tick& tick : axis->ticks) all.push_back(&tick.label);
    for (std::string* text : all) *text = raise_powers(*text);
  }
}

}  // namespace

Drawing lay_out(const Figure& figure) {
  Drawing drawing;
  drawing.id = figure.id;
  const Panel& first = figure.panels.front();
  if (figure.bare)
    lay_out_bare(first, drawing);
  else if (first.image.width > 0)
    lay_out_pictures(figure, drawing);
  else if (first.square || first.three_dimensional)
    lay_out_paths(figure, drawing);
  else if (is_stack(first))
    lay_out_stack(first, drawing);
  else if (figure.panels.size() > 1 || labels_at_ends(first))
    lay_out_lines(figure, drawing);
  else
    lay_out_one(first, drawing);
  for (Frame& frame : drawing.frames) drop_crowded(frame);
  raise_powers_in(drawing);
  return drawing;
}

}  // namespace tycho::report
