#include "harness/report/vistas.hpp"

#include <algorithm>

#include "harness/report/document.hpp"
#include "harness/report/number.hpp"
#include "harness/report/select.hpp"

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

/// Four decades below the brightest cell of a disc; of the cosmic web, whose voids are not empty,
/// what lies between the emptiest and the densest cells.
void set_scale(Panel& panel, bool web) {
  std::vector<double> cells = panel.image.value;
  std::sort(cells.begin(), cells.end());
  if (cells.empty() || !(cells.back() > 0)) return;
  const auto part = [&](double of) {
    return cells[static_cast<std::size_t>(of * static_cast<double>(cells.size() - 1))];
  };
  panel.z.most = web ? std::max(part(0.9995), 1e-9 * cells.back()) : cells.back();
  panel.z.least = web ? std::max(part(0.02), 1e-3 * panel.z.most) : 1e-4 * panel.z.most;
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
      panel.image = {picture.side, picture.side, picture.value};
      set_scale(panel, picture.redshift.has_value());
      if (!(panel.z.most > panel.z.least)) continue;
      Figure figure;
      figure.id = slug("picture-" + paper->key + "-" + run->case_name);
      figure.title = vista.text;
      figure.caption = vista.text + ". " + count_text(run->n) + " particles, " +
                       (run->on_gpu() ? run->machine->gpu : run->machine->name) + ", " +
                       std::to_string(picture.side) + " cells a side.";
      figure.bare = true;
      figure.panels.push_back(std::move(panel));
      views.push_back({std::move(figure), paper->key});
    }
  }
  std::stable_sort(views.begin(), views.end(), [](const VistaView& a, const VistaView& b) {
    return a.figure.panels.front().image.width > b.figure.panels.front().image.width;
  });
  return views;
}

}  // namespace tycho::report
