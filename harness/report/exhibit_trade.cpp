// One quantity of every run against another: what accuracy costs, say. A setting makes the points
// of a line, not its x. The figure is of one size; the table has all.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/joined.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/equal_sentence.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/main_lines.hpp"
#include "harness/report/number.hpp"
#include "harness/report/verdict.hpp"

namespace tycho::report {

namespace {

/// "theta = 0.5": what was swept.
std::string swept(const Run& run) {
  std::string text;
  for (const auto& [name, value] : run.sweep) join_to(text, name + " = " + text_of(to_json(value)));
  return text;
}

/// The runs of one label, size and machine.
struct TradeLine {
  std::size_t place = 0;  // among the lines that the exhibit names
  std::int64_t n = 0;
  Series series;
  bool noisy = false, untold = false;  // a point is
};
using TradeLines = std::map<std::tuple<std::string, std::int64_t, std::string>, TradeLine>;

/// The size of the most lines; of several such sizes the largest.
std::int64_t drawn_size(const TradeLines& lines) {
  std::map<std::int64_t, int> by_size;
  for (const auto& [key, line] : lines) ++by_size[line.n];
  std::int64_t size = 0;
  int most = 0;
  for (const auto& [n, count] : by_size)
    if (count >= most) size = n, most = count;
  return size;
}

/// Five lines at most, in the order in which the exhibit names them.
std::vector<TradeLine> drawn_lines(const TradeLines& lines, std::int64_t size) {
  std::vector<TradeLine> drawn;
  for (const auto& [key, line] : lines)
    if (line.n == size) drawn.push_back(line);
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const TradeLine& a, const TradeLine& b) { return a.place < b.place; });
  if (drawn.size() > kMostLines) drawn.resize(kMostLines);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    Series& series = drawn[i].series;
    std::sort(series.points.begin(), series.points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x; });
    series.colour = static_cast<int>(i);
  }
  return drawn;
}

/// The y quantity with the mark of its state.
Cell value_cell(const Exhibit& exhibit, const GridCell& state, const std::optional<Estimate>& y) {
  if (state.state == CellState::kSkipped) return {kSkippedMark, "", Tone::kSkipped};
  const std::string text = exhibit.y_unit == "s" ? duration(y->value) : number(y->value, 3);
  const std::string untold = untold_mark(state.untold);
  if (state.state == CellState::kNoisy) return {text + " " + kNoisyMark + untold, "", Tone::kNoisy};
  return {text + untold, "", Tone::kPlain};
}

}  // namespace

Exhibited trade_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  table.caption = "Measured: " + exhibit.y_label + " against " + exhibit.x_label;
  table.columns = {{"Run", "", false},
                   {"Setting", "", false},
                   {exhibit.x_label, "", true},
                   {exhibit.y_label, "", true},
                   {"Machine", "", false}};
  Panel panel;
  panel.title = exhibit.title;
  panel.x = {exhibit.x_label, exhibit.x_scale, {}, 0, 0};
  panel.y = {exhibit.y_label + (exhibit.y_unit.empty() ? "" : " [" + exhibit.y_unit + "]"),
             exhibit.y_scale,
             {},
             0,
             0};
  TradeLines lines;
  std::set<std::string> machines, why;  // why: the reasons of skipped runs
  for (const Run* run : runs_of(exhibit, paper.key, evidence)) {
    GridCell state = state_of(*run, exhibit.y_quantity);
    const auto x = quantity_of(*run, exhibit.x_key), y = quantity_of(*run, exhibit.y_quantity);
    if (state.state != CellState::kSkipped && (!x || !y)) {
      state.state = CellState::kSkipped;
      state.reason = "the run holds not both";
    }
    if (state.state != CellState::kSkipped && is_noisy(*run, exhibit.y_quantity))
      state.make_noisy();
    state.untold = is_time(exhibit.y_quantity) && threads_untold(*run);
    made.cells.add(state);
    const bool skipped = state.state == CellState::kSkipped;
    const std::string label = series_label(exhibit, *run);
    table.rows.push_back({{label, "", Tone::kPlain},
                          {swept(*run), "", Tone::kPlain},
                          {skipped ? "" : number(x->value, 3), "", Tone::kPlain},
                          value_cell(exhibit, state, y),
                          machine_cell(*run->machine)});
    if (skipped) why.insert(state.reason);
    if (skipped || !(x->value > 0) || !(y->value > 0) || !is_main(exhibit, *run)) continue;
    machines.insert(run->machine->name);
    TradeLine& line = lines[{label, run->n, run->machine->name}];
    line.place = place_of(exhibit, *run);
    line.n = run->n;
    line.series.label = label + (run->machine->recorded ? " (recorded)" : "");
    line.series.points.push_back({x->value, y->value, y->low, y->high, 0});
    line.noisy |= state.state == CellState::kNoisy;
    line.untold |= state.untold;
  }
  if (machines.size() > 1)
    for (auto& [key, line] : lines) line.series.label += ", " + std::get<2>(key);
  const std::int64_t size = drawn_size(lines);
  std::vector<EqualLine> equals;
  for (const TradeLine& line : drawn_lines(lines, size)) {
    equals.push_back({line.series.label, line.series.points, line.noisy, line.untold});
    panel.series.push_back(line.series);
  }
  if (exhibit.y_unit == "s") made.sentence = equal_sentence(exhibit, std::move(equals));
  if (table.rows.empty()) {
    made.cells.add(CellState::kSkipped);
    made.absent = "Not run: no run of this exhibit is in these results.";
    return made;
  }
  table.folded = true;
  explain_marks(table);
  for (const std::string& reason : why)
    table.notes.push_back(std::string(kSkippedMark) + ": " + reason + ".");
  made.tables.push_back(std::move(table));
  const std::string caption =
      panel.series.size() == lines.size()
          ? ""
          : "At N = " + count_text(size) + ". The table has other sizes and variants too.";
  if (!panel.series.empty())
    made.figures.push_back(
        {slug(paper.key + "-" + exhibit.id), exhibit.title, caption, {std::move(panel)}});
  return made;
}

}  // namespace tycho::report
