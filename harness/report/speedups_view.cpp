#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "core/joined.hpp"
#include "harness/report/bouts.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/choice.hpp"
#include "harness/report/contests.hpp"
#include "harness/report/factor.hpp"
#include "harness/report/number.hpp"
#include "harness/report/recorded_numbers.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

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

/// "fp32", "ds", "fp64".
std::string precision_word(const Run& run) {
  const nlohmann::json precision = property(run, "precision");
  return precision.is_string() ? precision.get<std::string>() : precision_of(run);
}

/// "19.9 s, fp64": single precision against double is half a speed-up.
std::string with_precision(const std::string& text, const Run& run) {
  const std::string word = precision_word(run);
  return text.find(word) == std::string::npos ? text + ", " + word : text;
}

/// How many times faster the GPU is than one CPU program.
struct Gain {
  const Run* rival = nullptr;
  Known time, factor;
  bool untold = false;
};

/// An algorithm: the best GPU code, and its gains over the CPU programs that ran.
struct ContestRow {
  const Paper* paper = nullptr;
  const Contest* contest = nullptr;
  Bout bout;
  Known own;         // the time of the GPU
  std::string work;  // what it is the time of
  std::array<std::optional<Gain>, kRivals.size()> gains;
};

ContestRow row_of(const Paper& paper, const Contest& contest, const Bout& bout) {
  const std::string& quantity = contest.quantity;
  ContestRow row{
      &paper, &contest, bout, *known(*bout.best, quantity), way_of(contest, *bout.best, quantity),
      {}};
  for (std::size_t r = 0; r < kRivals.size(); ++r) {
    const Run* rival = bout.rivals[r];
    if (!rival) continue;
    const Known time = *known(*rival, quantity);
    row.gains[r] = Gain{rival, time, factor_of(time, row.own), threads_untold(*rival)};
  }
  return row;
}

std::vector<ContestRow> rows_of(const std::vector<const Paper*>& papers, const Evidence& evidence) {
  std::vector<ContestRow> rows;
  for (const Paper* paper : papers)
    for (const Contest& contest : paper->contests)
      if (const auto bout = main_bout(contest, paper->key, evidence))
        rows.push_back(row_of(*paper, contest, *bout));
  return rows;
}

bool any_gain(const std::vector<ContestRow>& rows, bool (*is)(const Gain&)) {
  return std::any_of(rows.begin(), rows.end(), [&](const ContestRow& row) {
    return std::any_of(row.gains.begin(), row.gains.end(),
                       [&](const auto& gain) { return gain && is(*gain); });
  });
}

bool any_noise(const std::vector<ContestRow>& rows) {
  return any_gain(rows, [](const Gain& gain) { return gain.factor.noisy; });
}

bool any_untold(const std::vector<ContestRow>& rows) {
  return any_gain(rows, [](const Gain& gain) { return gain.untold; });
}

Cell time_of_gpu(const ContestRow& row) {
  return {duration(row.own.value.value) + (row.own.noisy ? std::string(" ") + kNoisyMark : ""),
          with_precision(row.bout.best->label, *row.bout.best),
          row.own.noisy ? Tone::kNoisy : Tone::kPlain};
}

/// A gain, and below it the time of the CPU program.
Cell gain_cell(const ContestRow& row, const std::optional<Gain>& gain) {
  if (!gain) return {kSkippedMark, "", Tone::kSkipped};
  Cell cell = factor_cell(gain->factor, untold_mark(gain->untold));
  if (gain->untold) cell.tone = Tone::kNoisy;
  cell.note = with_precision(duration(gain->time.value.value), *gain->rival);
  if (const std::string few = few_steps(*gain->rival); !few.empty()) cell.note += ", " + few;
  // The same way in steps of another length.
  if (const std::string its = way_of(*row.contest, *gain->rival, row.contest->quantity);
      its != row.work)
    cell.note += ", " + its;
  return cell;
}

void add_notes(Table& table, const std::vector<ContestRow>& rows) {
  table.notes.push_back(
      "Each row at the largest size at which the most of its columns ran, with threads bound to "
      "cores where there are such runs, on one machine; all sizes stand on the page of the paper. "
      "A time of fewer than three steps has "
      "their number beside it: how much it scatters is not known. \u2013: not in these results.");
  table.notes.push_back(kFactorDigits);
  if (std::any_of(rows.begin(), rows.end(),
                  [](const ContestRow& row) { return row.bout.of_several; }))
    table.notes.push_back(kFastestOfSeveral);
  if (any_noise(rows))
    table.notes.push_back(std::string(kNoisyMark) + kNoisyMeans +
                          " A factor over or of such a time is a range, and its bar hollow.");
  if (any_untold(rows))
    table.notes.push_back(
        std::string(kUntoldMark) + kUntoldMeans +
        " Its loops have become faster since, too. A factor with this mark has no bar.");
}

Table table_of(const std::vector<ContestRow>& rows) {
  Table table;
  table.id = "speed-ups";
  table.caption = "Honest speed-ups";
  table.columns = {{"Algorithm", "", false},
                   {"N", "", true},
                   {"Time of", "", false},
                   {"Best GPU code", "time", true}};
  for (const Rival& rival : kRivals)
    table.columns.push_back({std::string("Against ") + rival.name, "times faster", true});
  std::vector<const Run*> own_runs;
  for (const ContestRow& row : rows) {
    own_runs.push_back(row.bout.best);
    auto& cells = table.rows.emplace_back();
    cells.push_back(
        {row.contest->algorithm, row.paper->key, Tone::kPlain, row.paper->key + ".html"});
    cells.push_back({count_text(row.bout.n), "", Tone::kPlain});
    cells.push_back({row.work, "", Tone::kPlain});
    cells.push_back(time_of_gpu(row));
    for (const auto& gain : row.gains) cells.push_back(gain_cell(row, gain));
  }
  // A row is of one machine.
  for (std::size_t c = 3; c < table.columns.size(); ++c) name_recorded(table, c, own_runs);
  add_notes(table, rows);
  return table;
}

/// A bar for every gain that the axis has and that does not rest on unbound threads.
void add_bar(Series& bars, double x, const Gain& gain) {
  const auto& [value, low, high] = gain.factor.value;
  if (gain.untold) return;
  if (!gain.factor.noisy) {
    bars.points.push_back({x, value, value, value, 0});
    bars.names.push_back(factor_text(gain.factor));
  } else if (low > 0 && std::isfinite(high)) {
    bars.points.push_back(hollow(x, low, high));
    bars.names.emplace_back();
  }
}

/// Bars stand on 1, as fast as the CPU, and are cut off at no number.
void fit(Axis& axis, const std::vector<Series>& bars) {
  axis.least = 1;
  axis.most = 10;
  for (const Series& series : bars)
    for (const Point& point : series.points) {
      const auto [low, high] =
          is_hollow(point) ? std::pair(point.low, point.high) : std::pair(point.y, point.y);
      axis.least = std::min(axis.least, std::pow(10, std::floor(std::log10(low))));
      axis.most = std::max(axis.most, std::pow(10, std::ceil(std::log10(1.5 * high))));
    }
}

Panel panel_of(const std::vector<ContestRow>& rows) {
  Panel panel;
  panel.title = "How many times faster the best GPU code is";
  panel.y = {"times faster", Scale::kLog10, {}, 0, 0};
  for (std::size_t i = 0; i < rows.size(); ++i)
    panel.x.ticks.emplace_back(static_cast<double>(i), rows[i].contest->algorithm);
  for (std::size_t r = 0; r < kRivals.size(); ++r) {
    Series bars{
        std::string("against ") + kRivals[r].name, Style::kBars, {}, static_cast<int>(r), 0};
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].gains[r]) add_bar(bars, static_cast<double>(i), *rows[i].gains[r]);
    if (!bars.points.empty()) panel.series.push_back(std::move(bars));
  }
  fit(panel.y, panel.series);
  return panel;
}

/// The CPU columns in double precision beside a GPU in single, with the row's name: "springs (one
/// plain thread)", without the columns where these are all that ran.
std::string single_against_double(const ContestRow& row) {
  if (precision_word(*row.bout.best) != "fp32") return "";
  std::string columns;
  int doubles = 0;
  for (std::size_t r = 0; r < kRivals.size(); ++r) {
    if (!row.gains[r] || precision_word(*row.gains[r]->rival) != "fp64") continue;
    join_to(columns, kRivals[r].name);
    ++doubles;
  }
  if (doubles == 0) return "";
  return row.contest->algorithm + (doubles == row.bout.rivals_there() ? "" : " (" + columns + ")");
}

std::string caption_of(const std::vector<ContestRow>& rows) {
  std::string singles;
  for (const ContestRow& row : rows)
    if (const std::string own = single_against_double(row); !own.empty())
      join_to(singles, own, "; ");
  std::string text =
      "The best GPU code against the CPU beside it. One plain thread is nearest to what the papers "
      "timed; all threads, and the best SIMD code on all threads, are what is fair today.";
  if (!singles.empty())
    text += " Single precision on the GPU against double on the CPU: " + singles + ".";
  text += " Logarithmic.";
  if (any_noise(rows)) text += std::string(" ") + kHollowMeans;
  if (any_untold(rows))
    text += " Factors over threads that were not bound to cores have no bar; the table marks them.";
  return text;
}

}  // namespace

ContestView speedups_view(const std::vector<const Paper*>& papers, const Evidence& evidence) {
  const std::vector<ContestRow> rows = rows_of(papers, evidence);
  ContestView view;
  if (rows.empty()) return view;
  view.table = table_of(rows);
  if (Panel panel = panel_of(rows); !panel.series.empty())
    view.figure = Figure{"speed-ups", panel.title, caption_of(rows), {panel}};
  return view;
}

}  // namespace tycho::report
