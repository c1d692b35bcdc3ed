#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

// More would not be seen at the size of the figure, and the page is to stay small.
constexpr std::size_t kMostPoints = 1000;

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
  constexpr std::size_t kMost = 12;  // labels of seven digits side by side
  if (rows.size() > kMost && exhibit.x_scale != Scale::kLog2) return {};
  std::vector<std::pair<double, std::string>> ticks;
  const std::size_t every = (rows.size() + kMost - 1) / kMost;
  for (std::size_t i = 0; i < rows.size(); i += std::max<std::size_t>(every, 1))
    ticks.emplace_back(rows[i], exact(rows[i]));
  return ticks;
}

Panel grid_panel(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  const Grid grid = make_grid(exhibit, paper.key, evidence);
  Panel panel;
  panel.x = {exhibit.x_label, exhibit.x_scale, {}, 0, 0};
  panel.y = {label_with_unit(exhibit.y_label, exhibit.y_unit), exhibit.y_scale, {}, 0, 0};
  panel.ordered = exhibit.ordered;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    Series series;
    const bool recorded = grid.columns[c].machine->recorded;
    series.label = grid.columns[c].label();
    series.style = exhibit.kind == "bars" ? Style::kBars : Style::kLine;
    series.colour = grid.columns[c].group;
    series.dash = recorded ? 1 : grid.columns[c].machine_index;
    if (recorded) series.label += " (recorded)";
    for (std::size_t r = 0; r < grid.rows.size(); ++r) {
      // A speed-up that rests on noise is no point.
      if (grid.cells[r][c].state == CellState::kNoisy && exhibit.y_quantity == "speedup") continue;
      if (const auto& value = grid.cells[r][c].value; value && std::isfinite(value->value))
        series.points.push_back({grid.rows[r], value->value, value->low, value->high, 0});
    }
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  }
  // Dashes tell machines apart, and recorded from measured here; where all are dashed they tell
  // nothing.
  if (std::all_of(panel.series.begin(), panel.series.end(),
                  [](const Series& series) { return series.dash != 0; })) {
    for (Series& series : panel.series) series.dash = 0;
  }
  if (panel.series.empty()) return panel;
  const std::vector<std::string> published = published_columns(exhibit, paper);
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
    panel.series.push_back(std::move(series));
  }
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

Panel curve_panel(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Panel panel;
  panel.x = {exhibit.x_label, exhibit.x_scale, {}, 0, 0};
  panel.y = {label_with_unit(exhibit.y_label, exhibit.y_unit), exhibit.y_scale, {}, 0, 0};
  std::vector<const Run*> runs = runs_of(exhibit, paper.key, evidence);
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run* a, const Run* b) { return a->n < b->n; });
  std::map<std::string, std::string> first_case;  // that drew a line of this label
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
      series.points = thinned(series.points, kMostPoints);
      // A dense curve cannot be dashed; its label says it.
      if (run->machine->recorded) series.label += " (recorded)";
      if (series.points.empty()) continue;
      // Two cases that ran the same draw the same line: once is enough.
      const auto first = first_case.try_emplace(series.label, run->case_name).first;
      if (first->second == run->case_name) panel.series.push_back(std::move(series));
    }
  }
  add_ticks(panel);
  if (!panel.series.empty()) add_levels(panel, exhibit, paper);
  return panel;
}

/// Every k-th point: along an orbit, extremes of one coordinate are not what must be kept.
std::size_t stride(std::size_t points) { return points / kMostPoints + 1; }

/// One range for all coordinates, so that lengths compare within a panel and between panels.
std::pair<double, double> extent(const result::Orbits& orbits) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const auto* along : {&orbits.x, &orbits.y, &orbits.z}) {
    for (const std::vector<double>& path : *along) {
      for (const double value : path) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
  }
  const double margin = 0.04 * (high - low);
  return {low - margin, high + margin};
}

const std::vector<std::vector<double>>& along(const result::Orbits& orbits, char coordinate) {
  return coordinate == 'x' ? orbits.x : coordinate == 'y' ? orbits.y : orbits.z;
}

Panel orbit_panel(const result::Orbits& orbits, const std::string& plane) {
  const bool space = plane == "3d";
  const char first = space ? 'x' : plane[0], second = space ? 'y' : plane[1];
  Panel panel;
  panel.title = space ? "" : std::string{first, '-', second};
  panel.x.label = std::string(1, first);
  panel.y.label = std::string(1, second);
  panel.z.label = "z";
  panel.three_dimensional = space;
  panel.square = !space;
  if (!space) {
    std::tie(panel.x.least, panel.x.most) = extent(orbits);
    std::tie(panel.y.least, panel.y.most) = extent(orbits);
  }
  for (std::size_t body = 0; body < orbits.x.size(); ++body) {
    const std::vector<double>& x = along(orbits, first)[body];
    const std::vector<double>& y = along(orbits, second)[body];
    const std::vector<double>& z = orbits.z[body];
    Series path{"", Style::kCurve, {}, static_cast<int>(body), 0};
    for (std::size_t i = 0; i < x.size(); i += stride(x.size()))
      path.points.push_back({x[i], y[i], y[i], y[i], z[i]});
    if (path.points.empty()) continue;
    Series start{"body " + std::to_string(body + 1),
                 Style::kStarts,
                 {path.points.front()},
                 static_cast<int>(body),
                 0};
    panel.series.push_back(std::move(path));
    panel.series.push_back(std::move(start));
  }
  return panel;
}

/// The key to the marks that the figure has.
std::string caption_of(const Panel& panel) {
  bool intervals = false, published = false, dashed = false;
  for (const Series& series : panel.series) {
    published |= series.style == Style::kPublished;
    dashed |= series.dash != 0;
    for (const Point& point : series.points)
      intervals |= point.low != point.y || point.high != point.y;
  }
  return std::string(intervals ? "Strokes: 95% intervals, where they exceed the marker." : "") +
         (published ? " Marks without a line: published values." : "") +
         (dashed ? " Dashes tell machines apart." : "");
}

/// The runs of an exhibit that kept orbits, or pictures.
template <typename Kept>
std::vector<const Run*> runs_with(Kept result::SeriesRecord::*kept, const Exhibit& exhibit,
                                  const Paper& paper, const Evidence& evidence) {
  std::vector<const Run*> found;
  for (const Run* run : runs_of(exhibit, paper.key, evidence))
    if (run->ok() && run->series.*kept) found.push_back(run);
  return found;
}

/// Of one run alone: neither machines nor sizes must draw over each other.
Figure figure_of(const Run& run, const std::vector<const Run*>& drawn, const std::string& name,
                 const Exhibit& exhibit) {
  const bool sizes = std::any_of(drawn.begin(), drawn.end(), [&](const Run* other) {
    return other->variant == run.variant && other->n != run.n;
  });
  Figure figure;
  figure.id = slug(name + (sizes ? "-n" + std::to_string(run.n) : "") +
                   (run.machine_tag.empty() ? "" : "-" + run.machine_tag));
  figure.title = exhibit.title + ": " + series_label(exhibit, run);
  figure.caption = figure.title;
  if (run.machine->recorded) figure.caption += " (" + recorded_note(*run.machine) + ")";
  return figure;
}

std::vector<Figure> orbit_figures(const Exhibit& exhibit, const Paper& paper,
                                  const Evidence& evidence) {
  const std::vector<const Run*> drawn =
      runs_with(&result::SeriesRecord::orbits, exhibit, paper, evidence);
  std::vector<Figure> figures;
  for (const Run* run : drawn) {
    const std::string which = drawn.size() > 1 ? "-" + run->variant : "";
    Figure figure = figure_of(*run, drawn, paper.key + "-" + exhibit.id + which, exhibit);
    for (const std::string& plane : exhibit.planes)
      figure.panels.push_back(orbit_panel(*run->series.orbits, plane));
    if (figure.panels.size() == 1) figure.panels.front().title = figure.title;
    figures.push_back(std::move(figure));
  }
  return figures;
}

/// The title of the panel is the time, or the redshift where space expands.
Panel picture_panel(const Exhibit& exhibit, const result::PictureRecord& picture) {
  Panel panel;
  if (picture.redshift) {
    // Today is 0, not what rounding left of the way there.
    const double z = *picture.redshift;
    panel.title = "z = " + number(std::fabs(z) < 1e-6 ? 0 : z, 3);
  } else {
    panel.title = "t = " + number(picture.t, 3);
  }
  panel.z.label = exhibit.y_label;
  panel.z.scale = Scale::kLog10;
  panel.square = true;
  panel.image = {picture.side, picture.side, picture.value};
  return panel;
}

// Four decades below the brightest cell: the outskirts of a disc, and no single particles.
constexpr double kDecades = 1e-4;

/// What a run looked like at its times, all on one scale.
std::vector<Figure> picture_figures(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence) {
  const std::vector<const Run*> drawn =
      runs_with(&result::SeriesRecord::pictures, exhibit, paper, evidence);
  std::vector<Figure> figures;
  for (const Run* run : drawn) {
    Figure figure =
        figure_of(*run, drawn, paper.key + "-" + exhibit.id + "-" + run->variant, exhibit);
    double most = 0;
    for (const result::PictureRecord& picture : *run->series.pictures) {
      Panel panel = picture_panel(exhibit, picture);
      for (const double value : panel.image.value) most = std::max(most, value);
      figure.panels.push_back(std::move(panel));
    }
    if (!(most > 0)) continue;
    figure.caption += ". Colours from dark to bright: " + number(kDecades * most, 3) +
                      " and less to " + number(most, 3) + ", logarithmic.";
    for (Panel& panel : figure.panels) {
      panel.z.least = kDecades * most;
      panel.z.most = most;
    }
    figures.push_back(std::move(figure));
  }
  return figures;
}

/// The last picture of every run, side by side and on one scale.
std::vector<Figure> pictures_beside(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence) {
  Figure figure;
  figure.id = slug(paper.key + "-" + exhibit.id);
  figure.title = exhibit.title;
  figure.caption = exhibit.title;
  double most = 0;
  for (const Run* run : runs_with(&result::SeriesRecord::pictures, exhibit, paper, evidence)) {
    Panel panel = picture_panel(exhibit, run->series.pictures->back());
    panel.title = series_label(exhibit, *run) + ", " + panel.title;
    for (const double value : panel.image.value) most = std::max(most, value);
    figure.panels.push_back(std::move(panel));
    if (run->machine->recorded && figure.caption.find("recorded") == std::string::npos)
      figure.caption += " (GPU: " + recorded_note(*run->machine) + ")";
  }
  if (!(most > 0)) return {};
  figure.caption += ". Colours from dark to bright: " + number(kDecades * most, 3) +
                    " and less to " + number(most, 3) + ", logarithmic.";
  for (Panel& panel : figure.panels) {
    panel.z.least = kDecades * most;
    panel.z.most = most;
  }
  return {figure};
}

}  // namespace

std::vector<Figure> make_figures(const Exhibit& exhibit, const Paper& paper,
                                 const Evidence& evidence) {
  if (exhibit.kind == "orbits") return orbit_figures(exhibit, paper, evidence);
  if (exhibit.kind == "pictures" && exhibit.beside)
    return pictures_beside(exhibit, paper, evidence);
  if (exhibit.kind == "pictures") return picture_figures(exhibit, paper, evidence);
  if (exhibit.kind == "table" || exhibit.kind == "threshold") return {};
  Panel panel = exhibit.y_quantity.rfind("series:", 0) == 0 ? curve_panel(exhibit, paper, evidence)
                                                            : grid_panel(exhibit, paper, evidence);
  if (panel.series.empty()) return {};
  panel.title = exhibit.title;
  std::string caption = caption_of(panel);
  for (const Run* run : runs_of(exhibit, paper.key, evidence)) {
    if (!run->machine->recorded) continue;
    caption += " GPU: " + recorded_note(*run->machine) + ".";
    break;
  }
  return {{slug(paper.key + "-" + exhibit.id), exhibit.title, caption, {std::move(panel)}}};
}

}  // namespace tycho::report
