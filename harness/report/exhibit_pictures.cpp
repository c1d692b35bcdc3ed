// Exhibits of pictures: what the density of a run looked like at its times, or the last pictures of
// several runs side by side.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/joined.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/picture_scale.hpp"
#include "harness/result/picture_levels.hpp"

namespace tycho::report {

namespace {

Image image_of(const result::PictureRecord& picture) {
  return {picture.side, picture.side, result::values_of(picture)};
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
  panel.image = image_of(picture);
  return panel;
}

ColourRange range_of(const std::vector<Panel>& panels, bool web) {
  std::vector<const std::vector<double>*> cells;
  for (const Panel& panel : panels) cells.push_back(&panel.image.value);
  return web ? range_of_web(cells) : range_of_stars(cells);
}

void set_scale(Panel& panel, const ColourRange& range) {
  panel.z.least = range.least;
  panel.z.most = range.most;
}

std::string in_words(const ColourRange& range) {
  return number(range.least, 3) + " and less to " + number(range.most, 3);
}

/// Gives panels their colours and the caption its sentence about them; false where there is nothing
/// to be seen. Of a universe on its way each panel has colours of its own: contrasts grow a
/// thousandfold from the first picture to the last, and on one scale the first would be flat.
bool set_scales(Figure& figure, bool web, bool on_the_way) {
  if (!(web && on_the_way)) {
    const ColourRange range = range_of(figure.panels, web);
    if (!(range.most > range.least)) return false;
    for (Panel& panel : figure.panels) set_scale(panel, range);
    figure.caption += " Colours from dark to bright: " + in_words(range) + ", logarithmic.";
    return true;
  }
  std::string said;
  for (Panel& panel : figure.panels) {
    const ColourRange range = range_of({panel}, web);
    if (!(range.most > range.least)) return false;
    set_scale(panel, range);
    said += (said.empty() ? " " : "; ") + panel.title + ": " + in_words(range);
  }
  std::string what = figure.panels.front().z.label;
  if (!what.empty()) what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
  figure.caption += " Colours from dark to bright, logarithmic, each picture on its own scale" +
                    (what.empty() ? "" : " of the " + what) + ":" + said + ".";
  return true;
}

std::vector<const Run*> pictured(const Exhibit& exhibit, const Paper& paper,
                                 const Evidence& evidence) {
  std::vector<const Run*> found;
  for (const Run* run : runs_of(exhibit, paper.key, evidence))
    if (run->ok() && run->series.pictures) found.push_back(run);
  return found;
}

// A run up to this many times smaller than the largest is drawn too: a paper's size may stand
// beside a larger one.
constexpr double kNearlyAsLarge = 4;

/// The results of one machine may be in several files.
bool on_one_machine(const Run& a, const Run& b) { return a.machine->name == b.machine->name; }

bool of_universe(const Run& run) { return run.series.pictures->back().redshift.has_value(); }

/// As many as the exhibit asks for, evenly spread.
std::vector<const result::PictureRecord*> shown_of(
    const std::vector<result::PictureRecord>& pictures, std::int64_t frames) {
  const std::int64_t all = std::ssize(pictures), shown = frames > 0 ? std::min(frames, all) : all;
  std::vector<const result::PictureRecord*> found;
  for (std::int64_t k = 0; k < shown; ++k)
    found.push_back(&pictures[shown == all ? k : k * (all - 1) / (shown - 1)]);
  return found;
}

/// What a run looked like at its times.
Figure figure_along(const Run& run, const std::vector<const Run*>& drawn, const Exhibit& exhibit,
                    const Paper& paper) {
  Figure figure =
      figure_of_run(run, drawn, paper.key + "-" + exhibit.id + "-" + run.variant, exhibit);
  figure.caption += ".";
  for (const result::PictureRecord* picture : shown_of(*run.series.pictures, exhibit.frames))
    figure.panels.push_back(picture_panel(exhibit, *picture));
  if (!set_scales(figure, of_universe(run), true)) figure.panels.clear();
  return figure;
}

/// The largest runs on each machine with those nearly as large, and of these one of those that look
/// the same at the end. What is not drawn joins the caption of the figure that stands for it.
std::vector<Figure> figures_along(const Exhibit& exhibit, const Paper& paper,
                                  const Evidence& evidence) {
  const std::vector<const Run*> all = pictured(exhibit, paper, evidence);
  std::vector<const Run*> largest;
  for (const Run* run : all)
    if (std::none_of(all.begin(), all.end(), [&](const Run* other) {
          return on_one_machine(*other, *run) && other->n > kNearlyAsLarge * run->n;
        }))
      largest.push_back(run);
  struct Drawn {
    const Run* run;
    Figure figure;
    std::string alike;
  };
  std::vector<Drawn> drawn;
  for (const Run* run : largest) {
    const Image last = image_of(run->series.pictures->back());
    const auto same = std::find_if(drawn.begin(), drawn.end(), [&](const Drawn& other) {
      const Panel& panel = other.figure.panels.back();
      return on_one_machine(*other.run, *run) &&
             look_alike(panel.image, last, {panel.z.least, panel.z.most});
    });
    if (same != drawn.end()) {
      join_to(same->alike, series_label(exhibit, *run), "; ");
      continue;
    }
    Figure figure = figure_along(*run, largest, exhibit, paper);
    if (!figure.panels.empty()) drawn.push_back({run, std::move(figure), ""});
  }
  std::vector<Figure> figures;
  for (Drawn& one : drawn) {
    if (!one.alike.empty())
      one.figure.caption += " Not drawn, since it looks the same: " + one.alike + ".";
    figures.push_back(std::move(one.figure));
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
  std::string named;
  bool web = false;
  for (const Run* run : pictured(exhibit, paper, evidence)) {
    Panel panel = picture_panel(exhibit, run->series.pictures->back());
    web = of_universe(*run);
    // A title has the width of its picture: what the letters stand for is in the caption.
    const std::string letter(1, static_cast<char>('a' + figure.panels.size() % 26));
    named += (named.empty() ? " " : "; ") + letter + ": " + series_label(exhibit, *run) + ", " +
             panel.title;
    panel.title = letter + ", " + panel.title;
    figure.panels.push_back(std::move(panel));
    if (run->machine->recorded && figure.caption.find("recorded") == std::string::npos)
      figure.caption += " (GPU: " + recorded_note(*run->machine) + ")";
  }
  figure.caption += "." + named + ".";
  if (figure.panels.empty() || !set_scales(figure, web, false)) return {};
  const Panel& first = figure.panels.front();
  const bool alike =
      std::all_of(figure.panels.begin() + 1, figure.panels.end(), [&](const Panel& other) {
        return look_alike(first.image, other.image, {first.z.least, first.z.most});
      });
  if (figure.panels.size() > 1)
    figure.caption += alike ? " No eye would tell them apart." : " They differ visibly.";
  return {figure};
}

}  // namespace

std::vector<Figure> picture_figures(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence) {
  return exhibit.beside ? pictures_beside(exhibit, paper, evidence)
                        : figures_along(exhibit, paper, evidence);
}

}  // namespace tycho::report
