#include "harness/report/vistas.hpp"

#include <algorithm>
#include <cmath>

#include "harness/report/choice.hpp"
#include "harness/report/document.hpp"
#include "harness/report/number.hpp"
#include "harness/report/picture_scale.hpp"
#include "harness/report/select.hpp"
#include "harness/result/picture_levels.hpp"

namespace tycho::report {

namespace {

/// Cells, then bodies: what a larger picture shows is worth more than what more bodies show.
const Run* largest(const Vista& vista, const std::string& paper, const Evidence& evidence) {
  std::vector<const Run*> found;
  int most = 0;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || !run.ok() || !matches(run, vista.select)) continue;
    if (!run.series.pictures || run.series.pictures->empty()) continue;
    const int side = run.series.pictures->back().side;
    if (side > most) found.clear();
    most = std::max(most, side);
    if (side == most) found.push_back(&run);
  }
  return choose(found, {vista.select, ""}).run;
}

/// "z = 5.15" where space expands, else "t = 0.1".
std::string when(const result::PictureRecord& picture) {
  if (!picture.redshift) return "t = " + number(picture.t, 3);
  // Today is 0, not what rounding left of the way there.
  const double z = *picture.redshift;
  return "z = " + number(std::fabs(z) < 1e-6 ? 0 : z, 3);
}

std::vector<const result::PictureRecord*> shown_pictures(const Vista& vista, const Run& run) {
  const auto& pictures = *run.series.pictures;
  std::vector<const result::PictureRecord*> shown;
  for (const result::PictureRecord& picture : pictures)
    if (vista.along || &picture == &pictures.back()) shown.push_back(&picture);
  return shown;
}

/// A figure for each time. A universe has colours of its own at each of them, since its contrasts
/// grow a thousandfold; the stars of a galaxy have the same throughout.
std::vector<Figure> figures_of(const Vista& vista, const Run& run, const std::string& paper) {
  const auto pictures = shown_pictures(vista, run);
  std::vector<Panel> panels;
  std::vector<const std::vector<double>*> all;
  for (const result::PictureRecord* picture : pictures) {
    Panel& panel = panels.emplace_back();
    panel.square = true;
    panel.z.scale = Scale::kLog10;
    panel.image = {picture->side, picture->side, result::values_of(*picture)};
  }
  for (const Panel& panel : panels) all.push_back(&panel.image.value);
  std::vector<Figure> figures;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const ColourRange range =
        pictures[i]->redshift ? range_of_web({&panels[i].image.value}) : range_of_stars(all);
    if (!(range.most > range.least)) continue;
    panels[i].z.least = range.least;
    panels[i].z.most = range.most;
    Figure& figure = figures.emplace_back();
    const bool last = i + 1 == panels.size();
    figure.id =
        slug("picture-" + paper + "-" + run.case_name + (last ? "" : "-" + std::to_string(i + 1)));
    figure.title = vista.text + ", " + when(*pictures[i]);
    figure.caption = when(*pictures[i]);
    figure.bare = true;
    figure.panels.push_back(panels[i]);
  }
  return figures;
}

}  // namespace

bool VistaView::one_scale() const {
  const Axis& scale = last().panels.front().z;
  return std::all_of(figures.begin(), figures.end(), [&](const Figure& figure) {
    const Axis& own = figure.panels.front().z;
    return own.least == scale.least && own.most == scale.most;
  });
}

std::vector<VistaView> vistas_of(const std::vector<const Paper*>& papers,
                                 const Evidence& evidence) {
  std::vector<VistaView> views;
  for (const Paper* paper : papers) {
    for (const Vista& vista : paper->vistas) {
      const Run* run = largest(vista, paper->key, evidence);
      if (!run) continue;
      std::vector<Figure> figures = figures_of(vista, *run, paper->key);
      if (figures.empty()) continue;
      const std::string sides = std::to_string(run->series.pictures->back().side);
      const auto side = [](const Figure& figure) { return figure.panels.front().image.width; };
      const bool alike = side(figures.front()) == side(figures.back());
      views.push_back({vista.text + ". " + cube_text(run->n) + " particles, " +
                           (run->on_gpu() ? run->machine->gpu : run->machine->name) +
                           (alike ? ", " : ", up to ") + sides + " cells a side.",
                       std::move(figures), paper->key, run->n});
    }
  }
  const auto size = [](const VistaView& view) {
    return std::pair(view.last().panels.front().image.width, view.particles);
  };
  std::stable_sort(views.begin(), views.end(),
                   [&](const VistaView& a, const VistaView& b) { return size(a) > size(b); });
  return views;
}

}  // namespace tycho::report
