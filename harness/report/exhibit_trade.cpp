// One quantity of every run against another: what accuracy costs, say. A setting makes the points
// of a line, not its x.
#include <algorithm>
#include <cmath>
#include <map>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

/// "theta = 0.5": what was swept.
std::string swept(const Run& run) {
  std::string text;
  for (const auto& [name, value] : run.sweep)
    text += (text.empty() ? "" : ", ") + name + " = " + text_of(to_json(value));
  return text;
}

std::string value_text(const std::string& unit, double value) {
  return unit == "s" ? duration(value) : number(value, 3);
}

}  // namespace

Exhibited trade_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  table.caption = "Measured: " + exhibit.y_label + " against " + exhibit.x_label;
  table.columns = {{"Run", "", false},          {"Setting", "", false}, {exhibit.x_label, "", true},
                   {exhibit.y_label, "", true}, {"State", "", false},   {"Machine", "", false}};
  Panel panel;
  panel.title = exhibit.title;
  panel.x = {exhibit.x_label, exhibit.x_scale, {}, 0, 0};
  panel.y = {exhibit.y_label + (exhibit.y_unit.empty() ? "" : " [" + exhibit.y_unit + "]"),
             exhibit.y_scale,
             {},
             0,
             0};
  std::vector<std::string> labels;
  std::map<std::string, Series> lines;
  for (const Run* run : runs_of(exhibit, paper.key, evidence)) {
    GridCell state = state_of(*run, exhibit.y_quantity);
    const auto x = quantity_of(*run, exhibit.x_key), y = quantity_of(*run, exhibit.y_quantity);
    if (state.state != CellState::kSkipped && (!x || !y)) {
      state.state = CellState::kSkipped;
      state.reason = "the run holds not both";
    }
    if (state.state != CellState::kSkipped && is_noisy(*run, exhibit.y_quantity))
      state.state = CellState::kNoisy;
    made.cells.add(state.state);
    const bool skipped = state.state == CellState::kSkipped;
    const std::string label = series_label(exhibit, *run);
    table.rows.push_back({{label, "", Tone::kPlain},
                          {swept(*run), "", Tone::kPlain},
                          {skipped ? "" : number(x->value, 3), "", Tone::kPlain},
                          {skipped ? "" : value_text(exhibit.y_unit, y->value), "", Tone::kPlain},
                          {skipped                            ? "skipped"
                           : state.state == CellState::kNoisy ? "noisy"
                                                              : "measured",
                           state.reason, skipped ? Tone::kSkipped : Tone::kPlain},
                          machine_cell(*run->machine)});
    if (skipped || !(x->value > 0) || !(y->value > 0)) continue;
    if (!lines.count(label)) {
      lines[label] = {label + (run->machine->recorded ? " (recorded)" : ""),
                      Style::kLine,
                      {},
                      static_cast<int>(labels.size()),
                      0};
      labels.push_back(label);
    }
    lines[label].points.push_back({x->value, y->value, y->low, y->high, 0});
  }
  for (const std::string& label : labels) {
    auto& points = lines[label].points;
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x; });
    panel.series.push_back(std::move(lines[label]));
  }
  if (table.rows.empty()) {
    made.cells.add(CellState::kSkipped);
    made.absent = "Not run: no run of this exhibit is in these results.";
    return made;
  }
  table.folded = true;
  made.tables.push_back(std::move(table));
  if (!panel.series.empty())
    made.figures.push_back(
        {slug(paper.key + "-" + exhibit.id), exhibit.title, "", {std::move(panel)}});
  return made;
}

}  // namespace tycho::report
