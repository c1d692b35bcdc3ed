#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

#include "core/joined.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/coinciding.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/main_lines.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

std::string label_with_unit(const std::string& label, const std::string& unit) {
  return unit.empty() ? label : label + " [" + unit + "]";
}

void add_levels(Panel& panel, const Exhibit& exhibit, const Paper& paper) {
  for (const Level& level : exhibit.levels)
    panel.series.push_back(
        {level.label, Style::kLevel, {{0, paper.value(level.value).value, 0, 0, 0}}, 0, 0});
}

/// Ticks at the rows themselves, all of them or every k-th, with all digits: 1048576. Many rows on
/// a linear or decimal axis have ticks at round numbers instead.
std::vector<std::pair<double, std::string>> ticks_at(const Exhibit& exhibit,
                                                     const std::vector<double>& rows) {
  constexpr std::size_t kMost = 8;  // labels of seven digits side by side
  if (rows.size() > kMost && exhibit.x_scale != Scale::kLog2) return {};
  std::vector<std::pair<double, std::string>> ticks;
  const std::size_t every = (rows.size() + kMost - 1) / kMost;
  for (std::size_t i = 0; i < rows.size(); i += std::max<std::size_t>(every, 1))
    ticks.emplace_back(rows[i], x_text(exhibit, rows[i]));
  return ticks;
}

/// Such a speed-up is no point, and its bar is hollow.
bool rests_on_noise(const Exhibit& exhibit, const GridCell& cell) {
  return cell.state == CellState::kNoisy && exhibit.y_quantity == "speedup";
}

Series series_of(const Exhibit& exhibit, const Grid& grid, std::size_t column) {
  Series series;
  const bool recorded = grid.columns[column].machine->recorded;
  series.label = grid.columns[column].label();
  series.style = exhibit.kind == "bars" ? Style::kBars : Style::kLine;
  series.colour = grid.columns[column].group;
  series.dash = recorded ? 1 : grid.columns[column].machine_index;
  if (recorded) series.label += " (recorded)";
  series.label +=
      untold_mark(std::any_of(grid.cells.begin(), grid.cells.end(), [&](const auto& row) {
        return row[column].value && row[column].untold;
      }));
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    const GridCell& cell = grid.cells[r][column];
    if (rests_on_noise(exhibit, cell)) {
      if (series.style == Style::kBars && cell.value && std::isfinite(cell.value->high))
        series.points.push_back(hollow(grid.rows[r], cell.value->low, cell.value->high));
      continue;
    }
    if (const auto& value = cell.value; value && std::isfinite(value->value))
      series.points.push_back({grid.rows[r], value->value, value->low, value->high, 0});
  }
  return series;
}

/// What speed-ups that rest on noise lie between: strokes without a mark, which have no label.
std::vector<Series> strokes_of(const Exhibit& exhibit, const Grid& grid, std::size_t column) {
  std::vector<Series> strokes;
  if (exhibit.kind == "bars") return strokes;
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    const GridCell& cell = grid.cells[r][column];
    if (!rests_on_noise(exhibit, cell) || !cell.value) continue;
    const auto [low, high] = std::pair(cell.value->low, cell.value->high);
    if (!std::isfinite(low) || !std::isfinite(high)) continue;
    const double x = grid.rows[r];
    strokes.push_back({"", Style::kCurve, {{x, low, low, low, 0}, {x, high, high, high, 0}}, 0, 0});
  }
  return strokes;
}

void add_published(Panel& panel, const Exhibit& exhibit, const Paper& paper) {
  const std::vector<std::string> published = main_published(exhibit, paper);
  for (std::size_t i = 0; i < published.size(); ++i) {
    Series series{published[i].empty() ? "published" : published[i] + " (published)",
                  Style::kPublished,
                  {},
                  static_cast<int>(i),
                  0};
    for (const PublishedPoint& point : exhibit.published) {
      const PublishedValue& value = paper.value(point.value);
      if (point.x && value.on == published[i])
        series.points.push_back({*point.x, value.value, value.value, value.value, 0});
    }
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  }
}

Panel grid_panel(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  const Grid grid = make_grid(exhibit, paper.key, evidence);
  Panel panel;
  panel.x = {exhibit.x_label, exhibit.x_scale, {}, 0, 0};
  panel.y = {label_with_unit(exhibit.y_label, exhibit.y_unit), exhibit.y_scale, {}, 0, 0};
  panel.ordered = exhibit.ordered;
  std::vector<int> groups;      // colours by the order of those that are drawn
  std::vector<Series> strokes;  // of noise
  for (const std::size_t c : main_columns(exhibit, grid)) {
    Series series = series_of(exhibit, grid, c);
    std::vector<Series> noise = strokes_of(exhibit, grid, c);
    if (series.points.empty() && noise.empty()) continue;
    const auto found = std::find(groups.begin(), groups.end(), series.colour);
    if (found == groups.end()) groups.push_back(series.colour);
    if (!exhibit.ordered)
      series.colour =
          static_cast<int>(std::find(groups.begin(), groups.end(), series.colour) - groups.begin());
    for (Series& stroke : noise) stroke.colour = series.colour;
    if (series.points.empty()) noise.front().label = series.label;
    std::move(noise.begin(), noise.end(), std::back_inserter(strokes));
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  }
  // Dashes tell machines apart, and recorded from measured here; where all are dashed they tell
  // nothing.
  if (std::all_of(panel.series.begin(), panel.series.end(),
                  [](const Series& series) { return series.dash != 0; })) {
    for (Series& series : panel.series) series.dash = 0;
  }
  if (panel.series.empty() && strokes.empty()) return panel;
  merge_coinciding(panel);
  std::move(strokes.begin(), strokes.end(), std::back_inserter(panel.series));
  add_published(panel, exhibit, paper);
  add_levels(panel, exhibit, paper);
  panel.x.ticks = ticks_at(exhibit, grid.rows);
  return panel;
}

/// Ticks at 1, 2 and 5 of each decade along a logarithmic axis so short that whole decades would
/// give one tick or none.
void add_ticks(Panel& panel) {
  double least = HUGE_VAL, most = 0;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) {
      least = std::min(least, point.x);
      most = std::max(most, point.x);
    }
  if (panel.x.scale != Scale::kLog10 || !(least > 0 && least <= most && most < 100 * least)) return;
  // By exponents, of which there are three at most: the smallest numbers there are have powers of
  // ten that are 0, which never grow.
  const double first = std::floor(std::log10(least));
  for (const double above : {0, 1, 2})
    for (const double digit : {1, 2, 5})
      if (const double x = digit * std::pow(10, first + above); x >= least && x <= most)
        panel.x.ticks.emplace_back(x, number(x, 1));
}

/// What the expression is multiplied by to meet the first curve at its time.
double scale_of(const Theory& theory, const Panel& panel) {
  if (!theory.through || panel.series.empty()) return 1;
  for (const Point& point : panel.series.front().points)
    if (point.x >= *theory.through) return point.y / evaluate(theory.expression, {{"t", point.x}});
  return 1;
}

/// As far as the curves reach.
void add_theory(Panel& panel, const Exhibit& exhibit) {
  double last = -HUGE_VAL;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) last = std::max(last, point.x);
  for (const Theory& theory : exhibit.theories) {
    constexpr int kPoints = 400;
    Series line{theory.label, Style::kTheory, {}, 0, 0};
    const double to = std::min(theory.to, last), scale = scale_of(theory, panel);
    for (int i = 0; i <= kPoints && theory.from < to; ++i) {
      const double t = theory.from + (to - theory.from) * i / kPoints;
      const double y = scale * evaluate(theory.expression, {{"t", t}});
      if (std::isfinite(y)) line.points.push_back({t, y, y, y, 0});
    }
    if (!line.points.empty()) panel.series.push_back(std::move(line));
  }
}

Panel curve_panel(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Panel panel;
  panel.x = {exhibit.x_label, exhibit.x_scale, {}, 0, 0};
  panel.y = {label_with_unit(exhibit.y_label, exhibit.y_unit), exhibit.y_scale, {}, 0, 0};
  std::vector<const Run*> runs;
  for (const GridCell& cell : runs_with_curves(exhibit, paper, evidence)) runs.push_back(cell.run);
  std::erase_if(runs, [&](const Run* run) { return !is_main(exhibit, *run); });
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run* a, const Run* b) { return a->n > b->n; });
  // What the sentence holds against each other is drawn, then the largest.
  const std::vector<const Run*> paired = paired_runs(exhibit, paper, evidence);
  std::stable_partition(runs.begin(), runs.end(), [&](const Run* run) {
    return std::find(paired.begin(), paired.end(), run) != paired.end();
  });
  for (const Run* run : runs) {
    for (const std::string& name : series_names(exhibit)) {
      const result::Curve* from = run->ok() ? run->series.find(name) : nullptr;
      if (!from) continue;
      Series series{curve_label(exhibit, *run, name),
                    Style::kCurve,
                    {},
                    static_cast<int>(panel.series.size()),
                    0};
      for (std::size_t i = 0; i < from->t.size(); ++i) {
        double y = from->value[i];
        if (exhibit.magnitude) y = std::fabs(y);
        const bool drawable = std::isfinite(y) && (exhibit.y_scale == Scale::kLinear || y > 0);
        if (drawable) series.points.push_back({from->t[i], y, y, y, 0});
      }
      // A dense curve cannot be dashed; its label says it.
      if (run->machine->recorded) series.label += " (recorded)";
      if (!series.points.empty()) panel.series.push_back(std::move(series));
    }
  }
  merge_coinciding(panel);
  // The largest runs: all others are in the table.
  if (panel.series.size() > kMostLines) panel.series.resize(kMostLines);
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    panel.series[i].colour = static_cast<int>(i);
    // After the merging, since two curves keep different points.
    panel.series[i].points = thinned(panel.series[i].points, kMostPoints);
  }
  add_ticks(panel);
  if (!panel.series.empty()) {
    add_theory(panel, exhibit);
    add_levels(panel, exhibit, paper);
  }
  return panel;
}

/// Whether the grid holds speed-ups that no mark shows.
bool leaves_out_noise(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  if (exhibit.y_quantity != "speedup") return false;
  const std::vector<Exhibit> parts = panels_of(exhibit);
  return std::any_of(parts.begin(), parts.end(), [&](const Exhibit& part) {
    return make_grid(part, paper.key, evidence).counts().noisy > 0;
  });
}

/// The key to the marks that the figure has.
std::string caption_of(const Panel& panel, bool noise, bool bars) {
  bool intervals = false, published = false, dashed = false, untold = false;
  for (const Series& series : panel.series) {
    published |= series.style == Style::kPublished;
    dashed |= series.dash != 0;
    untold |= series.label.find(kUntoldMark) != std::string::npos;
    if (series.style == Style::kLevel) continue;
    for (const Point& point : series.points)
      intervals |= !is_hollow(point) && (point.low != point.y || point.high != point.y);
  }
  return std::string(intervals ? "Strokes: 95% intervals, where they exceed the marker." : "") +
         (published ? " Marks in the colour of the text: published values." : "") +
         (!noise ? ""
          : bars ? std::string(" ") + kHollowMeans
                 : " Strokes without a mark: what a speed-up that rests on noise lies between.") +
         (dashed ? " Dashes tell machines apart." : "") +
         (untold ? std::string(" ") + kUntoldMark +
                       ": CPU threads that were not bound to cores, whose times can be many times "
                       "too long."
                 : "");
}

/// Whether a panel says no more than its table: lines of our own, none of which has a third point.
bool is_idle(const Exhibit& exhibit, const Panel& panel) {
  constexpr std::size_t kFew = 2;
  return exhibit.own && exhibit.kind == "lines" &&
         std::all_of(panel.series.begin(), panel.series.end(),
                     [](const Series& series) { return series.points.size() <= kFew; });
}

/// Some of the series once more, on a linear axis of their own.
void add_zoom(std::vector<Panel>& panels, const Exhibit& exhibit, const Paper& paper,
              const Evidence& evidence) {
  Exhibit near = exhibit;
  near.lines.clear();
  for (const Selector& select : exhibit.zoom) near.lines.push_back({select, ""});
  near.y_scale = Scale::kLinear;
  near.published.clear();
  near.levels.clear();
  Panel zoom = grid_panel(near, paper, evidence);
  if (zoom.series.empty()) return;
  zoom.title = "Zoom, linear";
  // A series keeps its colour.
  for (Series& series : zoom.series)
    for (const Series& whole : panels.front().series)
      if (whole.label == series.label) series.colour = whole.colour;
  panels.push_back(std::move(zoom));
}

}  // namespace

std::vector<Figure> make_figures(const Exhibit& exhibit, const Paper& paper,
                                 const Evidence& evidence) {
  if (exhibit.kind == "orbits" || exhibit.kind == "pictures")
    return figures_of_space(exhibit, paper, evidence);
  if (exhibit.kind == "table" || exhibit.kind == "threshold") return {};
  std::vector<Panel> panels;
  for (const Exhibit& part : panels_of(exhibit)) {
    Panel panel = part.y_quantity.rfind("series:", 0) == 0 ? curve_panel(part, paper, evidence)
                                                           : grid_panel(part, paper, evidence);
    if (panel.series.empty() || is_idle(exhibit, panel)) continue;
    panel.title = part.title;
    panels.push_back(std::move(panel));
  }
  if (panels.empty()) return {};
  if (!exhibit.zoom.empty()) add_zoom(panels, exhibit, paper, evidence);
  std::string caption = caption_of(panels.front(), leaves_out_noise(exhibit, paper, evidence),
                                   exhibit.kind == "bars");
  for (const Panel& panel : panels)
    for (const Series& series : panel.series)
      if (!series.unnamed.empty()) join_to(caption, series.unnamed, " ");
  for (const Run* run : runs_of(exhibit, paper.key, evidence)) {
    if (!run->machine->recorded) continue;
    caption += " GPU: " + recorded_note(*run->machine) + ".";
    break;
  }
  return {{slug(paper.key + "-" + exhibit.id), exhibit.title, caption, std::move(panels)}};
}

}  // namespace tycho::report
