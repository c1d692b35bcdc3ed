#include "harness/report/history.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/report/cell_text.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/select.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

/// A measurement of the row: its runs by id, and what is said of it.
struct Moment {
  std::string name;
  std::vector<Run> runs;
  std::map<std::pair<std::string, std::string>, std::string> verdicts;  // by run and stage

  const Run* find(const std::string& id) const {
    const auto found =
        std::find_if(runs.begin(), runs.end(), [&](const Run& run) { return run.id == id; });
    return found == runs.end() || !found->timing ? nullptr : &*found;
  }
  std::string verdict(const std::string& id, const std::string& what) const {
    const auto found = verdicts.find({id, what});
    return found == verdicts.end() ? "" : found->second;
  }
};

/// "NVIDIA H200, driver 580.159"; empty without a GPU.
std::string gpu_words(const std::vector<Run>& runs) {
  if (runs.empty()) return "";
  const auto& gpu = runs.front().machine->provenance.gpu;
  return gpu ? gpu->name + ", driver " + gpu->driver : "";
}

/// Each is named by commit and day, by GPU and driver where they change, and by its file too where
/// all this is not enough.
std::vector<Moment> moments_of(const std::vector<HistoryPoint>& history) {
  std::vector<Moment> moments;
  std::set<std::string> names, gpus;
  for (const HistoryPoint& point : history) {
    Moment moment;
    moment.runs = load_results({point.results}, false);
    for (const HistoryVerdict& verdict : point.verdicts)
      moment.verdicts[{verdict.run, verdict.what}] = verdict.verdict;
    if (!moment.runs.empty()) {
      const result::Provenance& from = moment.runs.front().machine->provenance;
      moment.name =
          from.build.commit.substr(0, 7) + ", " + moment.runs.front().started.substr(0, 10);
      gpus.insert(gpu_words(moment.runs));
    }
    moments.push_back(std::move(moment));
  }
  for (std::size_t m = 0; m < moments.size(); ++m) {
    std::string& name = moments[m].name;
    if (const std::string gpu = gpu_words(moments[m].runs); gpus.size() > 1 && !gpu.empty())
      name += ", " + gpu;
    if (!names.insert(name).second) name += ", " + history[m].results.filename().string();
  }
  return moments;
}

std::optional<Estimate> time_in(const Run& run, const std::string& what) {
  return quantity_of(run, what == "step" ? what + "_s" : "stage:" + what + ".step_s");
}

/// The largest run of a contest's best code that every measurement has; null where there is none.
const Run* common_run(const Contest& contest, const std::string& paper,
                      const std::vector<Moment>& moments) {
  const Run* best = nullptr;
  for (const Run& run : moments.back().runs) {
    if (run.paper != paper || !run.timing || !matches(run, contest.best)) continue;
    if (best && best->n >= run.n) continue;
    if (std::all_of(moments.begin(), moments.end(),
                    [&](const Moment& moment) { return moment.find(run.id); }))
      best = &run;
  }
  return best;
}

Figure history_figure(const Contest& contest, const Run& run, const std::vector<Moment>& moments) {
  constexpr std::size_t kStages = 3;
  Panel panel;
  panel.title = contest.algorithm + ", N = " + count_text(run.n);
  panel.y = {"seconds", Scale::kLog10, {}, 0, 0};
  for (std::size_t m = 0; m < moments.size(); ++m)
    panel.x.ticks.emplace_back(static_cast<double>(m), moments[m].name);
  std::vector<std::string> wanted{"step"};
  for (const auto& [name, stage] : run.timing->stages)
    if (wanted.size() <= kStages) wanted.push_back(name);
  Series slower{"slower (compare)", Style::kPublished, {}, 3, 0};
  Series faster{"faster (compare)", Style::kPublished, {}, 5, 0};
  for (const std::string& what : wanted) {
    Series line{what == "step" ? "whole step" : stage_words(run.algorithm, what),
                Style::kLine,
                {},
                static_cast<int>(panel.series.size()),
                0};
    for (std::size_t m = 0; m < moments.size(); ++m) {
      const auto time = time_in(*moments[m].find(run.id), what);
      if (!time || !(time->value > 0)) continue;
      const auto x = static_cast<double>(m);
      line.points.push_back({x, time->value, time->low, time->high, 0});
      const std::string verdict = moments[m].verdict(run.id, what);
      const Point mark{x, time->value, time->value, time->value, 0};
      if (verdict == "slower") slower.points.push_back(mark);
      if (verdict == "faster") faster.points.push_back(mark);
    }
    if (!line.points.empty()) panel.series.push_back(std::move(line));
  }
  for (Series* marks : {&slower, &faster})
    if (!marks->points.empty()) panel.series.push_back(std::move(*marks));
  return {slug("history-" + run.paper + "-" + contest.algorithm),
          panel.title,
          run.id +
              ": the whole step and its longest stages. Marks: what tycho compare says "
              "against the measurement before.",
          {panel}};
}

Tone tone_of(const std::string& verdict) {
  return verdict == "faster"                    ? Tone::kGood
         : verdict == "slower"                  ? Tone::kBad
         : verdict.empty() || verdict == "same" ? Tone::kPlain
                                                : Tone::kWarning;
}

/// The time of a run's step, or of a stage of it, in every measurement, with the verdicts.
std::vector<Cell> times_of(const Run& run, const std::string& what,
                           const std::vector<Moment>& moments) {
  std::vector<Cell> cells;
  for (const Moment& moment : moments) {
    const Run* then = moment.find(run.id);
    const std::optional<Estimate> time = then ? time_in(*then, what) : std::nullopt;
    const std::string verdict = moment.verdict(run.id, what);
    cells.push_back(time ? Cell{duration(time->value) + untold_mark(threads_untold(*then)),
                                verdict == "same" ? "" : verdict, tone_of(verdict)}
                         : Cell{"\u2013", "", Tone::kSkipped});
  }
  return cells;
}

Table table_of_times(const char* id, const char* caption, std::vector<Column> heads,
                     const std::vector<Moment>& moments) {
  Table table;
  table.id = id;
  table.caption = caption;
  table.searched = true;
  table.columns = std::move(heads);
  for (const Moment& moment : moments) table.columns.push_back({moment.name, "", true});
  return table;
}

Table all_steps(const std::vector<Moment>& moments) {
  Table table = table_of_times("history", "Whole steps", {{"Run", "", false}}, moments);
  for (const Run& run : moments.back().runs) {
    if (!run.timing) continue;
    auto& row = table.rows.emplace_back();
    row.push_back({run.id, "", Tone::kPlain});
    for (Cell& cell : times_of(run, "step", moments)) row.push_back(std::move(cell));
  }
  explain_marks(table);
  return table;
}

/// The stages that tycho compare calls faster or slower anywhere: the whole step may hide them.
Table changed_stages(const std::vector<Moment>& moments) {
  Table table = table_of_times("history-stages", "Stages that became faster or slower",
                               {{"Run", "", false}, {"Stage", "", false}}, moments);
  for (const Run& run : moments.back().runs) {
    if (!run.timing) continue;
    for (const auto& timed : run.timing->stages) {
      const std::string& name = timed.first;
      const bool changed = std::any_of(moments.begin(), moments.end(), [&](const Moment& moment) {
        const std::string verdict = moment.verdict(run.id, name);
        return verdict == "faster" || verdict == "slower";
      });
      if (!changed) continue;
      auto& row = table.rows.emplace_back();
      row.push_back({run.id, "", Tone::kPlain});
      row.push_back(stage_cell(run.algorithm, name));
      for (Cell& cell : times_of(run, name, moments)) row.push_back(std::move(cell));
    }
  }
  explain_marks(table);
  return table;
}

}  // namespace

std::vector<Page> history_pages(const std::vector<HistoryPoint>& history,
                                const std::map<std::string, Paper>& papers, PageParts& parts) {
  if (history.size() < 2) return {};
  const std::vector<Moment> moments = moments_of(history);
  Page page{"history.html", "History", "History", {}};
  page.blocks.push_back(
      Paragraph{"Each column is a measurement, in the order in which they were given. A verdict is "
                "that of tycho compare, against the measurement before."});
  for (const auto& [key, paper] : papers) {
    for (const Contest& contest : paper.contests) {
      const Run* run = common_run(contest, key, moments);
      if (!run) continue;
      page.blocks.push_back(Heading{2, key + ": " + contest.algorithm,
                                    "history-" + slug(key + "-" + contest.algorithm)});
      page.blocks.push_back(parts.add(history_figure(contest, *run, moments)));
    }
  }
  if (Table stages = changed_stages(moments); !stages.rows.empty()) {
    page.blocks.push_back(Heading{2, "Stages that changed", "history-changed"});
    page.blocks.push_back(std::move(stages));
  }
  page.blocks.push_back(Heading{2, "All runs", "history-runs"});
  page.blocks.push_back(all_steps(moments));
  return {std::move(page)};
}

}  // namespace tycho::report
