// Counted work over time against what memory and arithmetic allow.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "harness/report/ceilings.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

/// Where a stage stands: counted flops over bytes, and GFLOP/s. None where it counts no work.
std::optional<Point> roofline_point(const StageTime& stage) {
  if (!(stage.flops > 0) || !(stage.bytes > 0) || !(stage.step_s.value > 0)) return std::nullopt;
  const double rate = 1e-9 * stage.flops / stage.step_s.value;
  return Point{stage.flops / stage.bytes, rate, rate, rate, 0};
}

/// Of the runs of one algorithm on one backend of one machine the one that is drawn: the largest
/// whose longest stage counts its work, on the CPU with the most threads, and of several such the
/// fastest.
struct Chosen {
  const Run* run = nullptr;

  void add(const Run& other) {
    const auto rank = [](const Run& of) {
      const auto& stages = of.timing->stages;
      const bool counted = !stages.empty() && roofline_point(stages.front().second) &&
                           !by_host(of, stages.front().first);
      return std::tuple(counted, of.n, of.threads, -of.timing->step_s.value);
    };
    if (!run || rank(other) > rank(*run)) run = &other;
  }
};

// The part of a step that a stage in the figure of all algorithms takes at least: shorter stages
// would cover one another.
constexpr double kLeastShare = 0.1;

struct Extent {
  double least = HUGE_VAL, most = 0;
};

/// Along the slope to the ridge, then level.
Series roof(const std::string& label, double gbytes, double gflops, const Extent& x) {
  Series line{label, Style::kCurve, {}, 6, 0};
  const double ridge = gflops / gbytes;
  std::vector<double> corners{x.least};
  if (ridge > x.least && ridge < x.most) corners.push_back(ridge);
  corners.push_back(x.most);
  for (const double at : corners) {
    const double y = std::min(gbytes * at, gflops);
    line.points.push_back({at, y, y, y, 0});
  }
  return line;
}

/// Whole decades around all series, further out where a mark would stand on the frame.
void keep_off_frame(Axis& axis, const std::vector<Series>& series) {
  constexpr double kRoom = 1.5;
  Extent extent;
  for (const Series& one : series) {
    const double room = one.style == Style::kPoints ? kRoom : 1;
    for (const Point& point : one.points) {
      extent.least = std::min(extent.least, point.y / room);
      extent.most = std::max(extent.most, point.y * room);
    }
  }
  axis.least = std::pow(10, std::floor(std::log10(extent.least)));
  axis.most = std::pow(10, std::ceil(std::log10(extent.most)));
}

double share_of(const Run& run, const std::string& stage) {
  const auto share = quantity_of(run, "stage:" + stage + ".share");
  return share ? share->value : 0;
}

/// A mark for each stage that counts its work, the longest first, with its number beside it: the
/// key below the figure has the words.
std::vector<Series> numbered_stages(const Run& run) {
  std::vector<Series> marks;
  for (const auto& [id, stage] : run.timing->stages) {
    const auto at = roofline_point(stage);
    if (!at) continue;
    const std::string which = std::to_string(marks.size() + 1);
    const double percent = 100 * share_of(run, id);
    Series mark{which + "  " + stage_words(run.algorithm, id),
                Style::kPoints,
                {*at},
                static_cast<int>(marks.size()),
                0,
                {which}};
    if (percent > 0) mark.label += ", " + (percent < 0.1 ? "<0.1" : number(percent, 2)) + "%";
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::optional<Figure> roofline(const std::string& id, const Run& run,
                               const result::ProbeFile& probe) {
  const std::string precision = precision_of(run);
  const double memory = memory_bandwidth(probe, run.backend, run.threads);
  const double cache = cache_bandwidth(probe, run.backend, run.threads);
  const result::Ceiling* fma = probe.find(run.backend, "fma_" + precision, run.threads);
  std::vector<Series> stages = numbered_stages(run);
  if (stages.empty() || !(memory > 0) || !fma || !(fma->value > 0)) return std::nullopt;
  // Far enough to both sides that slope and level are seen.
  Extent wide{0.5 * fma->value / memory, 2 * fma->value / memory};
  for (const Series& mark : stages) {
    wide.least = std::min(wide.least, mark.points.front().x / 1.5);
    wide.most = std::max(wide.most, mark.points.front().x * 1.5);
  }

  Figure figure;
  figure.id = id;
  figure.title = "Roofline of " + algorithm_words(run.algorithm) + ", " +
                 (run.backend == "cuda" ? run.machine->gpu : plural(run.threads, "CPU thread"));
  Panel panel;
  panel.title = figure.title + ", N = " + count_text(run.n);
  panel.x = {"counted flops per byte", Scale::kLog10, {}, 0, 0};
  panel.y = {"GFLOP/s", Scale::kLog10, {}, 0, 0};
  panel.series.push_back(roof("memory, " + precision, memory, fma->value, wide));
  if (cache > 0) {
    panel.series.push_back(roof("cache, " + precision, cache, fma->value, wide));
    panel.series.back().dash = 1;
  }
  for (Series& mark : stages) panel.series.push_back(std::move(mark));
  keep_off_frame(panel.y, panel.series);
  figure.panels.push_back(std::move(panel));
  const std::string note = recorded_note(*run.machine);
  figure.caption =
      "The stages of \u201c" + run.label +
      "\u201d: of the variants whose longest stage counts its work, the fastest at the largest "
      "size" +
      (run.backend == "cpu" ? " and the most threads" : "") +
      ". Stages are numbered from the longest on; the key gives each stage's share of the step. A "
      "mark is "
      "the stage's counted flops over its time, against its counted flops over the fewest "
      "bytes; stages at one place share a label. Lines: the ceilings that tycho probe measured "
      "on " +
      probe.date.substr(0, 10) + " (memory " + number(memory, 4) + " GB/s" +
      (cache > 0 ? ", cache " + number(cache, 4) + " GB/s" : "") + ", " + precision + " " +
      number(fma->value, 3) +
      " GFLOP/s). A stage above the line of the memory has its data in a cache. Stages that count "
      "no flops, and all other variants, are in the tables above." +
      (note.empty() ? "" : " Runs: " + note + ".");
  return figure;
}

}  // namespace

std::vector<Figure> rooflines(const std::string& paper, const Evidence& evidence) {
  std::map<std::vector<std::string>, Chosen> groups;  // by algorithm, backend and machine
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || !run.ok() || !run.timing || !probe_of(run, evidence)) continue;
    groups[{run.algorithm, run.backend, run.machine->name}].add(run);
  }
  std::vector<Figure> figures;
  const bool one = machines_of(evidence, paper).size() == 1;
  for (const auto& [key, chosen] : groups) {
    const std::string id =
        slug(paper + "-roofline-" + key[0] + "-" + key[1] + (one ? "" : "-" + key[2]));
    if (auto figure = roofline(id, *chosen.run, *probe_of(*chosen.run, evidence)))
      figures.push_back(std::move(*figure));
  }
  return figures;
}

std::vector<Figure> rooflines_of_all(const Evidence& evidence) {
  std::vector<Figure> figures;
  for (const auto& machine : machines_of(evidence)) {
    std::map<std::string, Chosen> algorithms;
    for (const Run& run : evidence.runs)
      if (run.machine->name == machine->name && run.on_gpu() && run.ok() && run.timing &&
          precision_of(run) == "fp32")
        algorithms[run.algorithm].add(run);
    const auto probe = evidence.probes.find(machine->name);
    if (algorithms.empty() || probe == evidence.probes.end()) continue;
    const double memory = memory_bandwidth(probe->second, "cuda", 1);
    const result::Ceiling* fma = probe->second.find("cuda", "fma_fp32");
    if (!(memory > 0) || !fma || !(fma->value > 0)) continue;
    Panel panel;
    panel.title = "The longest stages of all algorithms, " + machine->gpu;
    panel.x = {"counted flops per byte", Scale::kLog10, {}, 0, 0};
    panel.y = {"GFLOP/s", Scale::kLog10, {}, 0, 0};
    Extent x{0.5 * fma->value / memory, 2 * fma->value / memory};
    std::vector<Series> clouds;
    for (const auto& [name, chosen] : algorithms) {
      Series cloud{algorithm_words(name), Style::kPoints, {}, static_cast<int>(clouds.size()), 0};
      for (const auto& [id, stage] : chosen.run->timing->stages) {
        const auto at = roofline_point(stage);
        if (!at || share_of(*chosen.run, id) < kLeastShare || by_host(*chosen.run, id)) continue;
        cloud.points.push_back(*at);
        x.least = std::min(x.least, at->x);
        x.most = std::max(x.most, at->x);
      }
      if (!cloud.points.empty()) clouds.push_back(std::move(cloud));
    }
    if (clouds.empty()) continue;
    panel.series.push_back(
        roof("memory and fp32", memory, fma->value, {x.least / 1.5, 1.5 * x.most}));
    panel.series.back().style = Style::kTheory;
    for (Series& cloud : clouds) panel.series.push_back(std::move(cloud));
    keep_off_frame(panel.y, panel.series);
    figures.push_back(
        {slug("roofline-of-all" + (figures.empty() ? "" : "-" + machine->name)),
         panel.title,
         "Each mark is a stage on the GPU that takes at least a tenth of its step: of the variants "
         "in single precision whose longest stage counts its work, the fastest at the largest "
         "size. The line is what memory (" +
             number(memory, 4) + " GB/s) and multiply-adds (" + number(fma->value, 3) +
             " GFLOP/s) allow.",
         {panel}});
  }
  return figures;
}

}  // namespace tycho::report
