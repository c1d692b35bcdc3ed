// Several quantities of a few runs: a row for each run, a column for each quantity.
#include <algorithm>

#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/verdict.hpp"

namespace tycho::report {

namespace {

Cell quantity_cell(const RunColumn& column, const Run& run) {
  const auto value = quantity_of(run, column.quantity);
  if (!value) return {kSkippedMark, "", Tone::kSkipped};
  if (is_time(column.quantity) && column.unit == "s") return time_cell(run, *value);
  return {quantity(value->value, column.unit), "", Tone::kPlain};
}

}  // namespace

Exhibited runs_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  table.caption = "Measured";
  table.columns = {{"Run", "", false}, {"N", "", true}};
  for (const RunColumn& column : exhibit.run_columns)
    table.columns.push_back({column.label, "", true});
  table.columns.push_back({"Machine", "", false});
  std::vector<const Run*> runs = runs_of(exhibit, paper.key, evidence);
  std::erase_if(runs, [](const Run* run) { return !run->ok(); });
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run* a, const Run* b) { return a->n < b->n; });
  for (const Run* run : runs) {
    made.cells.add(CellState::kMeasured);
    auto& row = table.rows.emplace_back();
    row.push_back({run->label, "", Tone::kPlain});
    row.push_back({count_text(run->n), "", Tone::kPlain});
    for (const RunColumn& column : exhibit.run_columns) row.push_back(quantity_cell(column, *run));
    row.push_back(machine_cell(*run->machine));
  }
  if (table.rows.empty()) {
    made.cells.add(CellState::kSkipped);
    made.absent = "Not run: no run of this exhibit is in these results.";
    return made;
  }
  drop_empty_columns(table);
  explain_marks(table);
  if (has_mark(table, kSkippedMark))
    table.notes.push_back(std::string(kSkippedMark) + ": this run does not have it.");
  made.tables.push_back(std::move(table));
  return made;
}

}  // namespace tycho::report
