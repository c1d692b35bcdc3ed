#include "harness/report/contests.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/joined.hpp"
#include "harness/report/bouts.hpp"
#include "harness/report/ceilings.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/choice.hpp"
#include "harness/report/factor.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/recorded_numbers.hpp"
#include "harness/report/select.hpp"
#include "harness/report/stage_words.hpp"
#include "harness/report/work_words.hpp"

namespace tycho::report {

namespace {

/// What a time is of, where the paper's file says it of an interval whose start no result has.
std::string way_of(const Contest& contest, const Run& run, const std::string& quantity) {
  return contest.way.empty() || !is_interval(run) ? work_of(run, quantity) : contest.way;
}

/// How many of the CPU programs ran on threads of which it is known where.
int rivals_told(const Bout& bout) {
  return static_cast<int>(std::count_if(bout.rivals.begin(), bout.rivals.end(), [](const Run* run) {
    return run && !threads_untold(*run);
  }));
}

/// The bout of the front: of the most CPU programs, above all of those with bound threads, and of
/// several such the largest, on whatever machine. All its times were measured.
std::optional<Bout> main_bout(const Contest& contest, const std::string& paper,
                              const Evidence& evidence) {
  std::optional<Bout> chosen;
  const auto weight = [](const Bout& bout) {
    return std::tuple(rivals_told(bout), bout.rivals_there(), bout.n);
  };
  for (const Bout& bout : bouts_of(contest, paper, evidence, false))
    if (bout.best && bout.rivals_there() > 0 && (!chosen || weight(bout) > weight(*chosen)))
      chosen = bout;
  return chosen;
}

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

/// "fp32", "ds", "fp64".
std::string precision_word(const Run& run) {
  const nlohmann::json precision = property(run, "precision");
  return precision.is_string() ? precision.get<std::string>() : precision_of(run);
}

/// The CPU columns in double precision beside a GPU in single, with the row's name: "springs (one
/// plain thread)", without the columns where these are all that ran.
std::string single_against_double(const std::string& algorithm, const Bout& bout) {
  if (precision_word(*bout.best) != "fp32") return "";
  std::string columns;
  int doubles = 0;
  for (std::size_t r = 0; r < kRivals.size(); ++r) {
    if (!bout.rivals[r] || precision_word(*bout.rivals[r]) != "fp64") continue;
    join_to(columns, kRivals[r].name);
    ++doubles;
  }
  if (doubles == 0) return "";
  return algorithm + (doubles == bout.rivals_there() ? "" : " (" + columns + ")");
}

/// "19.9 s, fp64": single precision against double is half a speed-up.
std::string with_precision(const std::string& text, const Run& run) {
  const std::string word = precision_word(run);
  return text.find(word) == std::string::npos ? text + ", " + word : text;
}

}  // namespace

ContestView speedups_view(const std::vector<const Paper*>& papers, const Evidence& evidence) {
  Panel panel;
  panel.title = "How many times faster the best GPU code is";
  panel.y = {"times faster", Scale::kLog10, {}, 0, 0};
  std::array<Series, kRivals.size()> bars;
  Table table;
  table.id = "speed-ups";
  table.caption = "Honest speed-ups";
  table.columns = {{"Algorithm", "", false},
                   {"N", "", true},
                   {"Time of", "", false},
                   {"Best GPU code", "time", true}};
  for (std::size_t r = 0; r < kRivals.size(); ++r) {
    bars[r] = {std::string("against ") + kRivals[r].name, Style::kBars, {}, static_cast<int>(r), 0};
    table.columns.push_back({std::string("Against ") + kRivals[r].name, "times faster", true});
  }
  std::vector<const Run*> own_runs;  // of the rows
  bool any_untold = false, any_noise = false, of_several = false;
  std::string singles;  // rows of single precision against double
  for (const Paper* paper : papers) {
    for (const Contest& contest : paper->contests) {
      const auto bout = main_bout(contest, paper->key, evidence);
      if (!bout) continue;
      const auto x = static_cast<double>(table.rows.size());
      panel.x.ticks.emplace_back(x, contest.algorithm);
      const Estimate own = *quantity_of(*bout->best, contest.quantity);
      own_runs.push_back(bout->best);
      of_several |= bout->of_several;
      if (const std::string row = single_against_double(contest.algorithm, *bout); !row.empty())
        join_to(singles, row, "; ");
      auto& row = table.rows.emplace_back();
      row.push_back({contest.algorithm, paper->key, Tone::kPlain, paper->key + ".html"});
      row.push_back({count_text(bout->n), "", Tone::kPlain});
      const std::string work = way_of(contest, *bout->best, contest.quantity);
      row.push_back({work, "", Tone::kPlain});
      row.push_back({duration(own.value) + (noisy(own) ? std::string(" ") + kNoisyMark : ""),
                     with_precision(bout->best->label, *bout->best),
                     noisy(own) ? Tone::kNoisy : Tone::kPlain});
      for (std::size_t r = 0; r < kRivals.size(); ++r) {
        if (!bout->rivals[r]) {
          row.push_back({"\u2013", "", Tone::kSkipped});
          continue;
        }
        const Estimate other = *quantity_of(*bout->rivals[r], contest.quantity);
        const double ratio = other.value / own.value;
        const bool noise = noisy(own) || noisy(other);
        const bool untold = threads_untold(*bout->rivals[r]);
        any_untold |= untold;
        any_noise |= noise;
        const std::string few = few_steps(*bout->rivals[r]);
        const std::string factor = factor_text(
            ratio, {known(*bout->best, own, evidence), known(*bout->rivals[r], other, evidence)});
        Cell gain{factor + untold_mark(untold), "", untold ? Tone::kNoisy : Tone::kPlain};
        if (noise)
          gain = noisy_gain(other.low / own.high, other.high / own.low, untold_mark(untold));
        gain.note = with_precision(duration(other.value), *bout->rivals[r]) +
                    (few.empty() ? "" : ", " + few);
        // The same way in steps of another length.
        if (const std::string its = way_of(contest, *bout->rivals[r], contest.quantity);
            its != work)
          gain.note += ", " + its;
        row.push_back(std::move(gain));
        if (untold) continue;
        if (noise) {
          const auto [low, high] = std::pair(other.low / own.high, other.high / own.low);
          if (!(low > 0) || !std::isfinite(high)) continue;
          bars[r].points.push_back(hollow(x, low, high));
          bars[r].names.push_back(kNoisyMark);
          continue;
        }
        bars[r].points.push_back({x, ratio, ratio, ratio, 0});
        bars[r].names.push_back(factor);
      }
    }
  }
  ContestView view;
  if (table.rows.empty()) return view;
  // A row is of one machine.
  for (std::size_t c = 3; c < table.columns.size(); ++c) name_recorded(table, c, own_runs);
  // Bars stand on 1, as fast as the CPU, and are cut off at no number.
  double least = 1, most = 10;
  for (const Series& series : bars)
    for (const Point& point : series.points) {
      const auto [low, high] =
          is_hollow(point) ? std::pair(point.low, point.high) : std::pair(point.y, point.y);
      least = std::min(least, std::pow(10, std::floor(std::log10(low))));
      most = std::max(most, std::pow(10, std::ceil(std::log10(1.5 * high))));
    }
  panel.y.least = least;
  panel.y.most = most;
  for (Series& series : bars)
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  table.notes.push_back(
      "Each row at the largest size at which the most of its columns ran, with threads bound to "
      "cores where there are such runs, on one machine; all sizes stand on the page of the paper. "
      "A time of fewer than three steps has "
      "their number beside it: how much it scatters is not known. \u2013: not in these results.");
  table.notes.push_back(kFactorDigits);
  if (of_several) table.notes.push_back(kFastestOfSeveral);
  if (any_noise)
    table.notes.push_back(std::string(kNoisyMark) + kNoisyMeans +
                          " A factor over or of such a time is a range, and its bar hollow.");
  if (any_untold)
    table.notes.push_back(
        std::string(kUntoldMark) + kUntoldMeans +
        " Its loops have become faster since, too. A factor with this mark has no bar.");
  view.table = std::move(table);
  if (panel.series.empty()) return view;
  view.figure = Figure{
      "speed-ups",
      panel.title,
      "The best GPU code against the CPU beside it. One plain thread is nearest to "
      "what the papers timed; all threads, and the best SIMD code on all threads, are what "
      "is fair today." +
          (singles.empty()
               ? std::string()
               : " Single precision on the GPU against double on the CPU: " + singles + ".") +
          " Logarithmic." + (any_noise ? std::string(" ") + kHollowMeans : "") +
          (any_untold ? " Factors over threads that were not bound to cores "
                        "have no bar; the table marks them."
                      : ""),
      {panel}};
  return view;
}

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
