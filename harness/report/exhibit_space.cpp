// Exhibits that show where things are: the paths of bodies, and pictures of the density.
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
  std::string named;
  for (const Run* run : runs_with(&result::SeriesRecord::pictures, exhibit, paper, evidence)) {
    Panel panel = picture_panel(exhibit, run->series.pictures->back());
    // A title has the width of its picture: what the letters stand for is in the caption.
    const std::string letter(1, static_cast<char>('a' + figure.panels.size() % 26));
    named += (named.empty() ? " " : "; ") + letter + ": " + series_label(exhibit, *run) + ", " +
             panel.title;
    panel.title = letter + ", " + panel.title;
    for (const double value : panel.image.value) most = std::max(most, value);
    figure.panels.push_back(std::move(panel));
    if (run->machine->recorded && figure.caption.find("recorded") == std::string::npos)
      figure.caption += " (GPU: " + recorded_note(*run->machine) + ")";
  }
  if (!(most > 0)) return {};
  figure.caption += "." + named + ". Colours from dark to bright: " + number(kDecades * most, 3) +
                    " and less to " + number(most, 3) + ", logarithmic.";
  for (Panel& panel : figure.panels) {
    panel.z.least = kDecades * most;
    panel.z.most = most;
  }
  return {figure};
}

}  // namespace

std::vector<Figure> figures_of_space(const Exhibit& exhibit, const Paper& paper,
                                     const Evidence& evidence) {
  if (exhibit.kind == "orbits") return orbit_figures(exhibit, paper, evidence);
  if (exhibit.beside) return pictures_beside(exhibit, paper, evidence);
  return picture_figures(exhibit, paper, evidence);
}

}  // namespace tycho::report
