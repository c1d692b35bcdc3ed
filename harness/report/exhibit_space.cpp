// Exhibits that show where bodies went: their paths.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

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

std::vector<Figure> orbit_figures(const Exhibit& exhibit, const Paper& paper,
                                  const Evidence& evidence) {
  std::vector<const Run*> drawn;
  for (const Run* run : runs_of(exhibit, paper.key, evidence))
    if (run->ok() && run->series.orbits) drawn.push_back(run);
  std::vector<Figure> figures;
  for (const Run* run : drawn) {
    const std::string which = drawn.size() > 1 ? "-" + run->variant : "";
    Figure figure = figure_of_run(*run, drawn, paper.key + "-" + exhibit.id + which, exhibit);
    for (const std::string& plane : exhibit.planes)
      figure.panels.push_back(orbit_panel(*run->series.orbits, plane));
    if (figure.panels.size() == 1) figure.panels.front().title = figure.title;
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace

Figure figure_of_run(const Run& run, const std::vector<const Run*>& drawn, const std::string& name,
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

std::vector<Figure> figures_of_space(const Exhibit& exhibit, const Paper& paper,
                                     const Evidence& evidence) {
  return exhibit.kind == "orbits" ? orbit_figures(exhibit, paper, evidence)
                                  : picture_figures(exhibit, paper, evidence);
}

}  // namespace tycho::report
