#include "harness/report/vistas.hpp"

#include <algorithm>

#include "harness/report/document.hpp"
#include "harness/report/number.hpp"
#include "harness/report/picture_scale.hpp"
#include "harness/report/select.hpp"
#include "harness/result/picture_levels.hpp"

namespace tycho::report {

namespace {

/// Cells, then bodies: what a larger picture shows is worth more than what more bodies show.
const Run* largest(const Vista& vista, const std::string& paper, const Evidence& evidence) {
  const Run* best = nullptr;
  const auto size = [](const Run& run) {
    return std::pair(run.series.pictures->back().side, run.n);
  };
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || !run.ok() || !matches(run, vista.select)) continue;
    if (!run.series.pictures || run.series.pictures->empty()) continue;
    if (!best || size(run) > size(*best)) best = &run;
  }
  return best;
}

}  // namespace

std::vector<VistaView> vistas_of(const std::vector<const Paper*>& papers,
                                 const Evidence& evidence) {
  std::vector<VistaView> views;
  for (const Paper* paper : papers) {
    for (const Vista& vista : paper->vistas) {
      const Run* run = largest(vista, paper->key, evidence);
      if (!run) continue;
      const result::PictureRecord& picture = run->series.pictures->back();
      Panel panel;
      panel.square = true;
      panel.z.scale = Scale::kLog10;
      panel.image = {picture.side, picture.side, result::values_of(picture)};
      const ColourRange range = picture.redshift ? range_of_web({&panel.image.value})
                                                 : range_of_stars({&panel.image.value});
      if (!(range.most > range.least)) continue;
      panel.z.least = range.least;
      panel.z.most = range.most;
      Figure figure;
      figure.id = slug("picture-" + paper->key + "-" + run->case_name);
      figure.title = vista.text;
      figure.caption = vista.text + ". " + cube_text(run->n) + " particles, " +
                       (run->on_gpu() ? run->machine->gpu : run->machine->name) + ", " +
                       std::to_string(picture.side) + " cells a side.";
      figure.bare = true;
      figure.panels.push_back(std::move(panel));
      views.push_back({std::move(figure), paper->key, run->n});
    }
  }
  const auto size = [](const VistaView& view) {
    return std::pair(view.figure.panels.front().image.width, view.particles);
  };
  std::stable_sort(views.begin(), views.end(),
                   [&](const VistaView& a, const VistaView& b) { return size(a) > size(b); });
  return views;
}

}  // namespace tycho::report
