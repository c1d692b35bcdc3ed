#include "harness/report/contests.hpp"

#include "harness/report/bouts.hpp"
#include "harness/report/ceilings.hpp"
#include "harness/report/choice.hpp"
#include "harness/report/number.hpp"
#include "harness/report/recorded_numbers.hpp"
#include "harness/report/select.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

/// The longest stage of a run, and the ceiling that binds it, where the stage counts its work.
struct MainStage {
  const Run* run = nullptr;
  std::string name;
  double time = 0;
  std::optional<Floor> floor;
  std::int64_t largest_n = 0;  // that ran
};

/// The longest stage of a run.
std::optional<MainStage> longest_stage(const Run& run, const Evidence& evidence) {
  const auto& [name, stage] = run.timing->stages.front();
  if (!(stage.step_s.value > 0)) return std::nullopt;
  return MainStage{&run, name, stage.step_s.value,
                   binding_floor(run, name, stage, *probe_of(run, evidence)), run.n};
}

/// Of the best GPU code at the largest size at which the work of its longest stage was counted, or
/// else that ran, of several variants in the fastest: a small size says how long a launch takes,
/// and nothing of the code.
std::optional<MainStage> main_stage(const Contest& contest, const std::string& paper,
                                    const Evidence& evidence) {
  std::vector<const Run*> found, counted;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || !matches(run, contest.best) || !probe_of(run, evidence)) continue;
    if (!run.timing || run.timing->stages.empty()) continue;
    found.push_back(&run);
    if (const auto stage = longest_stage(run, evidence); stage && stage->floor)
      counted.push_back(&run);
  }
  const Place place{contest.best, contest.quantity, true};
  const Run* largest = choose(found, place).run;
  if (!largest) return std::nullopt;
  auto stage = longest_stage(counted.empty() ? *largest : *choose(counted, place).run, evidence);
  if (stage) stage->largest_n = largest->n;
  return stage;
}

/// "fp32 multiply-adds" of "fma fp32".
std::string ceiling_words(const std::string& ceiling) {
  constexpr std::string_view kFma = "fma ";
  return ceiling.starts_with(kFma) ? ceiling.substr(kFma.size()) + " multiply-adds" : ceiling;
}

}  // namespace

ContestView limits_view(const std::vector<const Paper*>& papers, const Evidence& evidence) {
  Panel panel;
  panel.title = "How close the main stage comes to the ceiling that binds it";
  panel.y = {"percent of the ceiling", Scale::kLinear, {}, 0, 100};
  Series bars{"", Style::kBars, {}, 0, 0};
  Table table;
  table.id = "limits";
  table.caption = "Distance from the limits";
  table.columns = {{"Algorithm", "", false},
                   {"Main stage", "", false},
                   {"N", "", true},
                   {"Time of the stage", "", true},
                   {"Share of the step", "", true},
                   {"Of its ceiling", "", true},
                   {"Bound by", "", false}};
  std::vector<std::string> uncounted, smaller;
  std::vector<const Run*> stage_runs;  // of the rows
  for (const Paper* paper : papers) {
    for (const Contest& contest : paper->contests) {
      const auto main = main_stage(contest, paper->key, evidence);
      if (!main) continue;
      const auto& [run, name, time, floor, largest_n] = *main;
      if (!floor) {
        uncounted.push_back(contest.algorithm + " (" + stage_in_sentence(run->algorithm, name) +
                            " at N = " + count_text(run->n) + ")");
        continue;
      }
      if (run->n < largest_n)
        smaller.push_back(contest.algorithm + " (" + count_text(run->n) + " instead of " +
                          count_text(largest_n) + ")");
      const double percent = 100 * floor->seconds / time;
      stage_runs.push_back(run);
      const auto share = quantity_of(*run, "stage:" + name + ".share");
      const auto x = static_cast<double>(table.rows.size());
      panel.x.ticks.emplace_back(x, contest.algorithm);
      bars.points.push_back({x, percent, percent, percent, 0});
      bars.names.push_back(number(percent, 2) + "%, " + ceiling_words(floor->ceiling));
      table.rows.push_back({{contest.algorithm, paper->key, Tone::kPlain, paper->key + ".html"},
                            {stage_words(run->algorithm, name), run->label, Tone::kPlain, "", name},
                            {count_text(run->n), "", Tone::kPlain},
                            {duration(time), "of " + way_of(contest, *run, "step_s"), Tone::kPlain},
                            {share ? number(100 * share->value, 2) + "%" : "", "", Tone::kPlain},
                            {number(percent, 2) + "%", "", Tone::kPlain},
                            {ceiling_words(floor->ceiling), "", Tone::kPlain, "", floor->ceiling}});
    }
  }
  ContestView view;
  if (table.rows.empty()) return view;
  for (const std::size_t c : {3, 5}) name_recorded(table, c, stage_runs);  // time, of its ceiling
  panel.series.push_back(std::move(bars));
  table.notes.push_back(
      "The longest stage of the best GPU code, at the largest size whose work was counted. "
      "Bytes are the fewest, so little of a ceiling may also mean that the stage moves more than "
      "it must. Operations are counted by the papers' conventions, in which a root is several: of "
      "multiply-adds a stage may do less than its share says.");
  if (!smaller.empty())
    table.notes.push_back(
        "Not at the largest size that ran, where the longest stage counts no "
        "work in these results: " +
        listed(smaller) + ".");
  if (!uncounted.empty())
    table.notes.push_back("Not shown, since the longest stage counts no work in these results: " +
                          listed(uncounted) + ".");
  view.figure =
      Figure{"limits",
             panel.title,
             "Above each bar the ceiling that binds the stage: 100% is as fast as the machine can "
             "be. Measured by tycho probe on the same machine: memory, bytes moved; multiply-adds, "
             "fused, in single or double precision. Issue slots: instructions issued, of what the "
             "GPU's lanes issue at the clock of the run, which no probe measures.",
             {panel}};
  view.table = std::move(table);
  return view;
}

}  // namespace tycho::report
