// Counted work over time against what memory and arithmetic allow.
#include <algorithm>
#include <cmath>

#include "harness/report/ceilings.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

/// Stages of one algorithm on one backend of one machine.
struct Chosen {
  std::vector<const Run*> runs;
  std::int64_t n = 0;
  int threads = 0;

  /// The largest size only and, on the CPU, the most threads.
  void add(const Run& run) {
    if (run.n < n || (run.n == n && run.threads < threads)) return;
    if (run.n > n || run.threads > threads) runs.clear();
    n = run.n;
    threads = run.threads;
    runs.push_back(&run);
  }
};

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

std::optional<Figure> roofline(const std::string& id, const Chosen& chosen,
                               const result::ProbeFile& probe) {
  const Run& any = *chosen.runs.front();
  std::map<std::string, Series> stages;
  Extent x;
  bool fp32 = false, fp64 = false;
  for (const Run* run : chosen.runs) {
    for (const auto& [name, stage] : run->timing->stages) {
      if (!(stage.flops > 0) || !(stage.bytes > 0) || !(stage.step_s.value > 0)) continue;
      const double at = stage.flops / stage.bytes, rate = 1e-9 * stage.flops / stage.step_s.value;
      Series& series = stages[name];
      series.label = name;
      series.style = Style::kPoints;
      series.points.push_back({at, rate, rate, rate, 0});
      x.least = std::min(x.least, at);
      x.most = std::max(x.most, at);
    }
    (precision_of(*run) == "fp64" ? fp64 : fp32) = true;
  }
  const double memory = memory_bandwidth(probe, any.backend, chosen.threads);
  const double cache = cache_bandwidth(probe, any.backend, chosen.threads);
  if (stages.empty() || !(memory > 0)) return std::nullopt;

  Figure figure;
  figure.id = id;
  figure.title = "Roofline of " + words_of(any.algorithm) + ", " +
                 (any.backend == "cuda" ? any.machine->gpu
                                        : std::to_string(chosen.threads) + " CPU thread" +
                                              (chosen.threads == 1 ? "" : "s"));
  Panel panel;
  panel.title = figure.title + ", N = " + count_text(chosen.n);
  panel.x = {"counted flops per byte", Scale::kLog10, {}, 0, 0};
  panel.y = {"GFLOP/s", Scale::kLog10, {}, 0, 0};
  bool any_roof = false;
  std::string peaks = "memory " + number(memory, 4) + " GB/s" +
                      (cache > 0 ? ", cache " + number(cache, 4) + " GB/s" : "");
  for (const char* precision : {"fp32", "fp64"}) {
    if (!(std::string(precision) == "fp32" ? fp32 : fp64)) continue;
    const result::Ceiling* fma =
        probe.find(any.backend, std::string("fma_") + precision, chosen.threads);
    if (!fma || !(fma->value > 0)) continue;
    // Far enough to both sides that slope and level are seen.
    Extent wide{std::min(x.least, 0.5 * fma->value / memory) / 1.5,
                std::max(x.most, 2 * fma->value / memory) * 1.5};
    panel.series.push_back(roof(std::string("memory, ") + precision, memory, fma->value, wide));
    peaks += std::string(", ") + precision + " " + number(fma->value, 3) + " GFLOP/s";
    if (precision == std::string("fp64") && any_roof) panel.series.back().colour = 5;
    if (cache > 0 && !any_roof) {
      panel.series.push_back(roof(std::string("cache, ") + precision, cache, fma->value, wide));
      panel.series.back().dash = 1;
    }
    any_roof = true;
  }
  if (!any_roof) return std::nullopt;
  int colour = 0;
  for (auto& [name, series] : stages) {
    series.colour = colour++;
    panel.series.push_back(std::move(series));
  }
  figure.panels.push_back(std::move(panel));
  const std::string note = recorded_note(*any.machine);
  figure.caption =
      "Each stage of every variant at the largest size" +
      std::string(any.backend == "cpu" ? " and the most threads" : "") +
      ": counted flops over the median time, against counted flops over fewest bytes. Lines: "
      "ceilings measured by tycho probe on " +
      probe.date.substr(0, 10) + " (" + peaks +
      "); above the memory's are stages whose data stay in a cache. Stages that count no flops are "
      "in the tables only." +
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
    if (auto figure = roofline(id, chosen, *probe_of(*chosen.runs.front(), evidence)))
      figures.push_back(std::move(*figure));
  }
  return figures;
}

std::vector<Figure> rooflines_of_all(const Evidence& evidence) {
  std::vector<Figure> figures;
  for (const auto& machine : machines_of(evidence)) {
    std::map<std::string, Chosen> algorithms;
    for (const Run& run : evidence.runs)
      if (run.machine->name == machine->name && run.on_gpu() && run.ok() && run.timing)
        algorithms[run.algorithm].add(run);
    const auto probe = evidence.probes.find(machine->name);
    if (algorithms.empty() || probe == evidence.probes.end()) continue;
    const double memory = memory_bandwidth(probe->second, "cuda", 1);
    const result::Ceiling* fma = probe->second.find("cuda", "fma_fp32");
    if (!(memory > 0) || !fma || !(fma->value > 0)) continue;
    Panel panel;
    panel.title = "All stages of all algorithms, " + machine->gpu;
    panel.x = {"counted flops per byte", Scale::kLog10, {}, 0, 0};
    panel.y = {"GFLOP/s", Scale::kLog10, {}, 0, 0};
    Extent x{0.5 * fma->value / memory, 2 * fma->value / memory};
    std::vector<Series> clouds;
    for (const auto& [name, chosen] : algorithms) {
      Series cloud{words_of(name), Style::kPoints, {}, static_cast<int>(clouds.size()), 0};
      for (const Run* run : chosen.runs)
        for (const auto& [id, stage] : run->timing->stages) {
          if (!(stage.flops > 0) || !(stage.bytes > 0) || !(stage.step_s.value > 0)) continue;
          const double at = stage.flops / stage.bytes,
                       rate = 1e-9 * stage.flops / stage.step_s.value;
          cloud.points.push_back({at, rate, rate, rate, 0});
          x.least = std::min(x.least, at);
          x.most = std::max(x.most, at);
        }
      if (!cloud.points.empty()) clouds.push_back(std::move(cloud));
    }
    if (clouds.empty()) continue;
    panel.series.push_back(
        roof("memory and fp32", memory, fma->value, {x.least / 1.5, 1.5 * x.most}));
    panel.series.back().style = Style::kTheory;
    for (Series& cloud : clouds) panel.series.push_back(std::move(cloud));
    figures.push_back(
        {slug("roofline-of-all" + (figures.empty() ? "" : "-" + machine->name)),
         panel.title,
         "Each mark is a stage of a variant at the largest size of its algorithm. The "
         "line is what memory (" +
             number(memory, 4) + " GB/s) and multiply-adds (" + number(fma->value, 3) +
             " GFLOP/s) allow.",
         {panel}});
  }
  return figures;
}

}  // namespace tycho::report
