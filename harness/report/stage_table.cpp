// A table with a row for each stage and a column for each kind of run, as a paper breaks its step
// down: how long a stage takes, its share of the step, or how much faster it is than its
// counterpart.
#include <algorithm>
#include <cmath>

#include "harness/report/exhibit.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

/// A quantity of one row: of the stage, or of the whole step where the row names none.
std::optional<Estimate> of_row(const StageRow& row, const Run& run, const std::string& field) {
  if (!row.stage.empty()) return quantity_of(run, "stage:" + row.stage + "." + field);
  return field == "share" ? Estimate{1, 1, 1} : quantity_of(run, field);
}

/// A quantity, and whether it rests on a noisy time.
struct RowValue {
  std::optional<Estimate> value;
  bool noise = false;
};

RowValue speedup(const StageRow& row, const Run& run, const Evidence& evidence) {
  const auto own = of_row(row, run, "step_s");
  // Compared on one machine only: a recorded GPU with its own recorded CPU.
  const std::vector<Run>& others = run.machine->recorded ? evidence.recorded : evidence.runs;
  for (const Run& other : others) {
    const bool counterpart = other.paper == run.paper && other.case_name == run.case_name &&
                             other.n == run.n && other.machine->name == run.machine->name &&
                             matches(other, row.against);
    if (!counterpart || !own) continue;
    if (const auto base = of_row(row, other, "step_s"))
      return {Estimate{base->value / own->value, base->low / own->high, base->high / own->low},
              noisy(*own) || noisy(*base)};
  }
  return {};
}

/// A share is of two times.
RowValue value_of(const Exhibit& exhibit, const StageRow& row, const Run& run,
                  const Evidence& evidence) {
  if (exhibit.y_quantity == "speedup") return speedup(row, run, evidence);
  const auto value = of_row(row, run, exhibit.y_quantity);
  const auto time = of_row(row, run, "step_s");
  const bool share = exhibit.y_quantity == "share";
  return {value, (time && noisy(*time)) || (share && is_noisy(run, "step_s"))};
}

/// What stands in a cell; `instead` where the run is sound but has no such stage of its own.
struct StageCell {
  GridCell cell;
  std::string instead;
};

/// Of the runs of one machine; of all where it has no name.
StageCell measured(const Exhibit& exhibit, const std::string& paper, const StageRow& row,
                   const StageColumn& column, const std::string& machine,
                   const Evidence& evidence) {
  StageCell none;
  none.cell.reason = "no such run in these results";
  for (const Run* run : runs_of(exhibit, paper, evidence)) {
    if (!matches(*run, row.of) || !matches(*run, column.select)) continue;
    if (!machine.empty() && run->machine->name != machine) continue;
    GridCell cell = state_of(*run, exhibit.y_quantity);
    if (cell.state == CellState::kSkipped) {
      none.cell = cell;
      continue;
    }
    const RowValue found = value_of(exhibit, row, *run, evidence);
    cell.value = found.value;
    if (found.value && found.noise) cell.state = CellState::kNoisy;
    if (cell.value) return {cell, ""};
    none.cell.reason = "this run has no such stage, or nothing to compare it with";
    if (of_row(row, *run, "step_s")) continue;
    const std::string fused = fused_stage(*run, row.stage);
    none.instead = fused.empty() ? "none" : "in " + fused;
  }
  return none;
}

Cell present_stage(const Exhibit& exhibit, const GridCell& cell) {
  if (cell.state == CellState::kSkipped) return {"skipped", cell.reason, Tone::kSkipped};
  const double value = cell.value->value;
  const std::string text = exhibit.y_quantity == "share"    ? number(100 * value, 3) + "%"
                           : exhibit.y_quantity == "step_s" ? duration(value)
                                                            : number(value, 3);
  if (cell.state == CellState::kNoisy) {
    if (exhibit.y_quantity != "speedup") return {text, "noisy", Tone::kNoisy};
    return {"noisy",
            "between " + number(cell.value->low, 3) + " and " + number(cell.value->high, 3),
            Tone::kNoisy};
  }
  return {text, "", Tone::kMeasured};
}

/// The machines to tell apart; one without a name where there is nothing to tell.
std::vector<std::string> machines_in(const std::string& paper, const Evidence& evidence) {
  std::vector<std::string> names;
  for (const Run& run : evidence.runs) {
    const std::string name = run.machine_tag.empty() ? "" : run.machine->name;
    if (run.paper == paper && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  // Recorded runs stand in for a GPU that none of the machines has: they have no tag.
  if (names.size() > 1) std::erase(names, "");
  if (names.empty()) names.emplace_back();
  return names;
}

}  // namespace

Exhibited stage_table(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  table.caption = exhibit.y_label;
  table.columns.push_back({exhibit.row_label, "", false});
  const std::vector<std::string> machines = machines_in(paper.key, evidence);
  if (machines.size() > 1) table.caption += ". Ratio: over " + machines.front();
  // A column of which the paper prints nothing is measured only.
  const auto published = [&](std::size_t c) {
    return std::any_of(exhibit.cells.begin(), exhibit.cells.end(),
                       [&](const auto& row) { return !std::isnan(row[c]); });
  };
  for (std::size_t c = 0; c < exhibit.stage_columns.size(); ++c) {
    const StageColumn& column = exhibit.stage_columns[c];
    if (published(c))
      table.columns.push_back(
          {column.label, "published" + (column.on.empty() ? "" : ", " + column.on), true});
    for (const std::string& machine : machines)
      table.columns.push_back(
          {column.label, machine.empty() && !exhibit.cells.empty() ? "measured" : machine, true});
  }
  for (std::size_t r = 0; r < exhibit.stage_rows.size(); ++r) {
    auto& cells = table.rows.emplace_back();
    cells.push_back({exhibit.stage_rows[r].label, "", Tone::kPlain});
    for (std::size_t c = 0; c < exhibit.stage_columns.size(); ++c) {
      if (published(c)) {
        const double printed = exhibit.cells[r][c];
        cells.push_back({std::isnan(printed) ? "" : exact(printed), "", Tone::kPlain});
      }
      std::optional<Estimate> first;
      for (const std::string& machine : machines) {
        const auto [cell, instead] = measured(exhibit, paper.key, exhibit.stage_rows[r],
                                              exhibit.stage_columns[c], machine, evidence);
        if (!instead.empty()) {
          cells.push_back({instead, "", Tone::kPlain});
          continue;
        }
        made.cells.add(cell.state);
        cells.push_back(present_stage(exhibit, cell));
        const bool noise = cell.state == CellState::kNoisy;
        if (first && cell.value && !noise)
          cells.back().note += (cells.back().note.empty() ? "ratio " : ", ratio ") +
                               number(cell.value->value / first->value, 3);
        if (machine == machines.front() && !noise) first = cell.value;
      }
    }
  }
  made.tables.push_back(std::move(table));
  return made;
}

}  // namespace tycho::report
