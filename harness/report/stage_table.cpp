// A table with a row for each stage and a column for each kind of run, as a paper breaks its step
// down: how long a stage takes, its share of the step, or how much faster it is than its
// counterpart.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/stage_figure.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

constexpr const char* kNoStage = "none";  // in a cell of a program that has no such stage

/// A quantity of one row: of the stage, or of the whole step where the row names none.
std::string named(const StageRow& row, const std::string& field) {
  return row.stage.empty() ? field : "stage:" + row.stage + "." + field;
}

std::optional<Estimate> of_row(const StageRow& row, const Run& run, const std::string& field) {
  if (row.stage.empty() && field == "share") return Estimate{1, 1, 1};
  return quantity_of(run, named(row, field));
}

/// A quantity, and whether it rests on a noisy time or on one of unbound threads.
struct RowValue {
  std::optional<Estimate> value;
  bool noise = false, untold = false;
};

RowValue speedup(const StageRow& row, const Run& run, const Evidence& evidence) {
  const std::string time = named(row, "step_s");
  const auto own = known(run, time);
  if (!own) return {};
  // Compared on one machine only: a recorded GPU with its own recorded CPU.
  const std::vector<Run>& others = run.machine->recorded ? evidence.recorded : evidence.runs;
  std::vector<const Run*> found;
  for (const Run& other : others)
    if (other.paper == run.paper && other.case_name == run.case_name && other.n == run.n &&
        other.machine->name == run.machine->name && matches(other, row.against) &&
        quantity_of(other, time))
      found.push_back(&other);
  const Run* other = choose(found, {row.against, "step_s"}).run;
  if (!other) return {};
  const Known factor = factor_of(*known(*other, time), *own);
  return {factor.value, factor.noisy, threads_untold(run) || threads_untold(*other)};
}

/// A share is of two times.
RowValue value_of(const Exhibit& exhibit, const StageRow& row, const Run& run,
                  const Evidence& evidence) {
  if (exhibit.y_quantity == "speedup") return speedup(row, run, evidence);
  const auto value = of_row(row, run, exhibit.y_quantity);
  const auto time = of_row(row, run, "step_s");
  const bool share = exhibit.y_quantity == "share";
  return {value, (time && noisy(*time)) || (share && is_noisy(run, "step_s")), threads_untold(run)};
}

/// What stands in a cell; `instead` where the run is sound but has no such stage of its own.
struct StageCell {
  GridCell cell;
  std::string instead;
};

/// The selector that says which cases a cell is of.
const Selector& naming_cases(const Exhibit& exhibit, const StageRow& row,
                             const StageColumn& column) {
  for (const Selector* select : {&row.of, &column.select})
    if (select->count("case")) return *select;
  return exhibit.select;
}

/// Of the runs of one machine; of all where it has no name.
StageCell measured(const Exhibit& exhibit, const std::string& paper, const StageRow& row,
                   const StageColumn& column, const std::string& machine,
                   const Evidence& evidence) {
  StageCell none;
  none.cell.reason = "not in these results";
  std::vector<const Run*> there;
  for (const Run* run : runs_of(exhibit, paper, evidence)) {
    if (!matches(*run, row.of) || !matches(*run, column.select)) continue;
    if (!machine.empty() && run->machine->name != machine) continue;
    GridCell cell = state_of(*run, exhibit.y_quantity);
    if (cell.state == CellState::kSkipped) {
      none.cell = cell;
      continue;
    }
    if (value_of(exhibit, row, *run, evidence).value) {
      there.push_back(run);
      continue;
    }
    none.cell.reason = "this run has no such stage, or nothing to compare it with";
    if (of_row(row, *run, "step_s")) continue;
    const std::string fused = fused_stage(*run, row.stage);
    none.instead = fused.empty() ? kNoStage : "in " + stage_in_sentence(run->algorithm, fused);
  }
  if (there.empty()) return none;
  Choice choice = choose(there, {naming_cases(exhibit, row, column), "step_s"});
  GridCell cell = state_of(*choice.run, exhibit.y_quantity);
  const RowValue found = value_of(exhibit, row, *choice.run, evidence);
  cell.value = found.value;
  cell.untold = found.untold;
  if (found.noise) cell.make_noisy();
  cell.not_shown = std::move(choice.not_shown);
  return {cell, ""};
}

/// What a cell shows, as a side of a factor.
Known known(const Exhibit& exhibit, const StageRow& row, const GridCell& cell) {
  if (cell.run && exhibit.y_quantity != "speedup")
    if (const auto found = report::known(*cell.run, named(row, exhibit.y_quantity))) return *found;
  return {*cell.value, cell.state == CellState::kNoisy};
}

Cell present_stage(const Exhibit& exhibit, const GridCell& cell, const Unit& unit) {
  if (cell.state == CellState::kSkipped) return {kSkippedMark, "", Tone::kSkipped};
  const double value = cell.value->value;
  const std::string text = exhibit.y_quantity == "share"     ? number(100 * value, 3) + "%"
                           : exhibit.y_quantity == "speedup" ? factor_text({*cell.value})
                                                             : number(value / unit.size, 3);
  const std::string untold = untold_mark(cell.untold);
  if (cell.state == CellState::kNoisy) {
    if (exhibit.y_quantity != "speedup")
      return {text + " " + kNoisyMark + untold, "", Tone::kNoisy};
    return factor_cell({*cell.value, true}, untold);
  }
  return {text + untold, "", Tone::kMeasured};
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

/// All cells of the measured columns: [row][column][machine].
using StageCells = std::vector<std::vector<std::vector<StageCell>>>;

StageCells cells_of(const Exhibit& exhibit, const Paper& paper,
                    const std::vector<std::string>& machines, const Evidence& evidence) {
  StageCells cells;
  for (const StageRow& row : exhibit.stage_rows) {
    auto& columns = cells.emplace_back();
    for (const StageColumn& column : exhibit.stage_columns) {
      auto& own = columns.emplace_back();
      for (const std::string& machine : machines)
        own.push_back(measured(exhibit, paper.key, row, column, machine, evidence));
    }
  }
  return cells;
}

Unit unit_of(const Exhibit& exhibit, const StageCells& cells) {
  if (exhibit.y_quantity != "step_s") return {exhibit.y_unit, 1};
  std::vector<double> values;
  for (const auto& row : cells)
    for (const auto& column : row)
      for (const StageCell& own : column)
        if (own.cell.value) values.push_back(own.cell.value->value);
  Exhibit time = exhibit;
  time.y_unit = "s";
  return unit_for(time, values);
}

bool is_measured(const StageCells& cells, std::size_t column, std::size_t machine) {
  return std::any_of(cells.begin(), cells.end(), [&](const auto& row) {
    return row[column][machine].cell.value || !row[column][machine].instead.empty();
  });
}

/// A column of which the paper prints nothing is measured only.
bool is_published(const Exhibit& exhibit, std::size_t column) {
  return std::any_of(exhibit.cells.begin(), exhibit.cells.end(),
                     [&](const auto& row) { return !std::isnan(row[column]); });
}

/// What is measured, and on which machines.
struct MeasuredCells {
  const Exhibit& exhibit;
  const std::vector<std::string>& machines;
  const StageCells& cells;
  const Unit& unit;
};

/// With how many bodies the columns were measured; nothing where each column has its own, which its
/// head then says.
std::string sizes_note(const MeasuredCells& all, std::size_t first, std::size_t end) {
  std::map<std::int64_t, std::set<std::string>> columns;  // by size
  std::size_t measured = 0;
  for (std::size_t c = 0; c < all.exhibit.stage_columns.size(); ++c) {
    std::set<std::int64_t> sizes;
    for (const auto& row : all.cells)
      for (std::size_t m = first; m < end; ++m)
        if (row[c][m].cell.value && row[c][m].cell.run) sizes.insert(row[c][m].cell.run->n);
    for (const std::int64_t n : sizes) columns[n].insert(all.exhibit.stage_columns[c].label);
    measured += sizes.size();
  }
  if (columns.empty()) return "";
  if (columns.size() == 1) return "Measured with N = " + count_text(columns.begin()->first) + ".";
  if (columns.size() == measured) return "";
  std::string text;
  for (const auto& [n, labels] : columns)
    text += (text.empty() ? "Measured with N = " : "; with N = ") + count_text(n) + ": " +
            listed({labels.begin(), labels.end()});
  return text + ".";
}

// More columns than these do not fit a page: each machine then has a table of its own.
constexpr std::size_t kMostColumns = 10;

/// As many columns as a table of all machines has.
std::size_t columns_of_all(const MeasuredCells& all) {
  std::size_t columns = 1;
  for (std::size_t c = 0; c < all.exhibit.stage_columns.size(); ++c) {
    columns += is_published(all.exhibit, c) ? 1 : 0;
    for (std::size_t m = 0; m < all.machines.size(); ++m)
      columns += is_measured(all.cells, c, m) ? 1 : 0;
  }
  return columns;
}

/// The machines from `first` up to `end`; what the paper prints stands with the first of all.
Table table_of(const MeasuredCells& all, std::size_t first, std::size_t end) {
  const auto& [exhibit, machines, cells, unit] = all;
  const auto published = [&](std::size_t c) { return first == 0 && is_published(all.exhibit, c); };
  Table table;
  table.caption = exhibit.y_label + unit.head();
  if (end - first < machines.size()) table.caption += ", " + machines[first];
  if (end > 1) table.caption += ". Ratio: over " + machines.front();
  table.columns.push_back({exhibit.row_label, "", false});
  std::vector<std::string> missing;
  for (std::size_t c = 0; c < exhibit.stage_columns.size(); ++c) {
    const StageColumn& column = exhibit.stage_columns[c];
    if (published(c))
      table.columns.push_back({column.label,
                               "published" + (column.on.empty() ? "" : ", " + column.on), true,
                               unit.name});
    for (std::size_t m = first; m < end; ++m) {
      if (is_measured(cells, c, m))
        table.columns.push_back(
            {column.label, machines[m].empty() && !exhibit.cells.empty() ? "measured" : machines[m],
             true, unit.name});
      else
        missing.push_back(column.label + (machines[m].empty() ? "" : ", " + machines[m]));
    }
  }
  std::map<std::string, std::set<std::string>> why;  // a cell is empty, by reason: the rows
  std::vector<const GridCell*> shown;
  for (std::size_t r = 0; r < exhibit.stage_rows.size(); ++r) {
    auto& row = table.rows.emplace_back();
    row.push_back({exhibit.stage_rows[r].label, "", Tone::kPlain});
    for (std::size_t c = 0; c < exhibit.stage_columns.size(); ++c) {
      if (published(c)) {
        const double printed = exhibit.cells[r][c];
        row.push_back({std::isnan(printed) ? "" : printed_text(printed), "", Tone::kPlain});
      }
      const GridCell& over = cells[r][c].front().cell;
      for (std::size_t m = first; m < end; ++m) {
        const auto& [cell, instead] = cells[r][c][m];
        if (!is_measured(cells, c, m)) continue;
        if (!instead.empty()) {
          row.push_back({instead, "", Tone::kPlain});
          continue;
        }
        row.push_back(present_stage(exhibit, cell, unit));
        shown.push_back(&cell);
        if (cell.state == CellState::kSkipped) why[cell.reason].insert(exhibit.stage_rows[r].label);
        if (m > 0 && over.value && cell.value && over.state != CellState::kNoisy &&
            cell.state != CellState::kNoisy)
          row.back().note += (row.back().note.empty() ? "ratio " : ", ratio ") +
                             factor_text(factor_of(known(exhibit, exhibit.stage_rows[r], cell),
                                                   known(exhibit, exhibit.stage_rows[r], over)));
      }
    }
  }
  // A stage that none of these programs has, and of which the paper prints nothing.
  std::erase_if(table.rows, [](const auto& row) {
    return std::all_of(row.begin() + 1, row.end(),
                       [](const Cell& cell) { return cell.text.empty() || cell.text == kNoStage; });
  });
  explain_marks(table);
  if (const std::string sizes = sizes_note(all, first, end); !sizes.empty())
    table.notes.push_back(sizes);
  for (const std::string& note : chosen_notes(exhibit, shown)) table.notes.push_back(note);
  for (const auto& [reason, rows] : why)
    table.notes.push_back(std::string(kSkippedMark) + ": " + reason + " (" +
                          listed({rows.begin(), rows.end()}) + ").");
  if (!missing.empty())
    table.notes.push_back("Without a number, and not shown: " + listed(missing) + ".");
  return table;
}

}  // namespace

Exhibited stage_table(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  const std::vector<std::string> machines = machines_in(paper.key, evidence);
  const StageCells cells = cells_of(exhibit, paper, machines, evidence);
  const Unit unit = unit_of(exhibit, cells);
  for (const auto& row : cells)
    for (const auto& column : row)
      for (const StageCell& own : column)
        if (own.instead.empty()) made.cells.add(own.cell);
  const MeasuredCells all{exhibit, machines, cells, unit};
  const std::size_t each = columns_of_all(all) > kMostColumns ? 1 : machines.size();
  for (std::size_t first = 0; first < machines.size(); first += each) {
    Table table = table_of(all, first, first + each);
    if (table.columns.size() == 1 || table.rows.empty()) continue;
    table.id = slug(paper.key + "-" + exhibit.id);
    if (first > 0) table.id += "-" + std::to_string(first + 1);
    made.tables.push_back(std::move(table));
  }
  if (made.tables.empty()) {
    made.absent = "Not run: no run of this exhibit is in these results.";
    return made;
  }
  std::vector<std::vector<StageBar>> bars;
  for (const auto& row : cells) {
    auto& own = bars.emplace_back();
    for (const auto& column : row) {
      const GridCell& cell = column.front().cell;
      const bool noise = cell.state == CellState::kNoisy && exhibit.y_quantity == "speedup";
      own.push_back({cell.value, cell.untold, noise});
    }
  }
  if (!exhibit.drawn.empty())
    if (auto figure = stage_figure(exhibit, paper, bars, unit)) made.figures.push_back(*figure);
  made.sentence = stage_sentence(exhibit, bars);
  // A table that the paper prints stands open beside its drawing.
  for (Table& table : made.tables) table.folded = !made.figures.empty() && exhibit.cells.empty();
  return made;
}

}  // namespace tycho::report
