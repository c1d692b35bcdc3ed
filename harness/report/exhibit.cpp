#include "harness/report/exhibit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "core/joined.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/number.hpp"
#include "harness/report/pivot.hpp"

namespace tycho::report {

namespace {

const char* word(CellState state) {
  switch (state) {
    case CellState::kMeasured:
      return "measured";
    case CellState::kExtrapolated:
      return "extrapolated";
    case CellState::kNoisy:
      return "noisy";
    case CellState::kSkipped:
      break;
  }
  return "skipped";
}

Table every_digit(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  for (const char* title : {"x", "series", "value", "low", "high"})
    table.columns.push_back({title, "", false});
  table.columns[0].title = exhibit.x_key;
  table.columns[2].title = exhibit.y_quantity;
  for (const char* title : {"unit", "state", "steps_measured", "steps_requested", "reason",
                            "machine", "recorded", "run", "not_shown"})
    table.columns.push_back({title, "", false});
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    for (std::size_t c = 0; c < grid.cells[r].size(); ++c) {
      const GridCell& cell = grid.cells[r][c];
      const Times* timing = cell.run && cell.run->timing ? &*cell.run->timing : nullptr;
      const auto text = [](std::string value) { return Cell{std::move(value), "", Tone::kPlain}; };
      const auto digits = [&](double Estimate::*part) {
        const bool decided = cell.state != CellState::kNoisy || exhibit.y_quantity != "speedup" ||
                             part != &Estimate::value;
        return text(cell.value && decided ? exact((*cell.value).*part) : "");
      };
      std::string others;  // that could stand here
      for (const NotShown& other : cell.not_shown) join_to(others, other.run->id, " ");
      table.rows.push_back({text(exact(grid.rows[r])), text(grid.columns[c].label()),
                            digits(&Estimate::value), digits(&Estimate::low),
                            digits(&Estimate::high), text(exhibit.y_unit), text(word(cell.state)),
                            text(timing ? std::to_string(timing->steps_measured) : ""),
                            text(timing ? std::to_string(timing->steps_requested) : ""),
                            text(cell.reason), text(grid.columns[c].machine->name),
                            text(grid.columns[c].machine->recorded ? "yes" : "no"),
                            text(cell.run ? cell.run->id : ""), text(others)});
    }
  }
  return table;
}

/// As printed; a unit other than the table's is said.
std::string as_printed(const PublishedValue& value, const Unit& unit) {
  if (value.unit == "s" && !unit.name.empty()) return printed_text(value.value / unit.size);
  return printed_text(value.value) +
         (value.unit.empty() || value.unit == unit.name ? "" : " " + value.unit);
}

/// Whether a published point stands beside this cell.
bool answers(const GridCell& cell, const PublishedPoint& point) {
  return cell.run && matches(*cell.run, point.select);
}

/// The row of a published point; none where no run of that size is there.
std::optional<std::size_t> row_of(const Grid& grid, const PublishedPoint& point) {
  for (std::size_t r = grid.rows.size(); r-- > 0;) {
    if (point.x && grid.rows[r] == *point.x) return r;
    const bool measured =
        std::any_of(grid.cells[r].begin(), grid.cells[r].end(),
                    [&](const GridCell& cell) { return cell.value && answers(cell, point); });
    if (!point.x && measured) return r;
  }
  return std::nullopt;
}

/// Why none of the runs that might answer a published point does.
std::string why_unanswered(const Grid& grid, const PublishedPoint& point) {
  for (const auto& row : grid.cells)
    for (const GridCell& cell : row)
      if (answers(cell, point) && !cell.reason.empty() && !point.x) return cell.reason;
  return "no run of this size in these results";
}

/// Each published number with the runs that answer it, each with its ratio.
Table beside_published(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id + "-published");
  std::vector<double> numbers;
  for (const PublishedPoint& point : exhibit.published)
    numbers.push_back(paper.value(point.value).value);
  const Unit unit = unit_for(exhibit, numbers);
  table.caption = "Published beside measured: " + exhibit.y_label + unit.head();
  table.columns = {{"Published", "", false},           {"Value", "", true, unit.name},
                   {"Measured as", "", false},         {"Measured", "", true, unit.name},
                   {"Measured / published", "", true}, {"Machine", "", false}};
  std::map<std::string, std::vector<std::string>> unanswered;  // by reason
  for (const PublishedPoint& point : exhibit.published) {
    const PublishedValue& value = paper.value(point.value);
    const Cell what{value.text, value.where, Tone::kPlain};
    const Cell much{as_printed(value, unit), value.exactness, Tone::kPlain};
    bool answered = false;
    const auto row = point.skipped.empty() ? row_of(grid, point) : std::nullopt;
    for (std::size_t c = 0; row && c < grid.cells[*row].size(); ++c) {
      const GridCell& cell = grid.cells[*row][c];
      if (!answers(cell, point) || !cell.value) continue;
      answered = true;
      // Where the paper's size was not asked for, the one shown is said.
      const std::string size =
          point.x ? "" : exhibit.x_label + ": " + x_text(exhibit, grid.rows[*row]);
      table.rows.push_back({what,
                            much,
                            {grid.columns[c].series, size, Tone::kPlain},
                            present(exhibit, cell, unit, true),
                            factor_cell(factor_of(known(exhibit, cell), known(value)), ""),
                            machine_cell(*grid.columns[c].machine)});
    }
    if (!answered) {
      const std::string reason =
          point.skipped.empty() ? why_unanswered(grid, point) : point.skipped;
      unanswered[reason].push_back(value.text);
      table.rows.push_back({what, much, {}, {kSkippedMark, "", Tone::kSkipped}, {}, {}});
    }
  }
  for (const std::size_t column : {0, 1}) lift_note(table, column);
  explain_marks(table);
  for (const auto& [reason, values] : unanswered)
    table.notes.push_back(std::string(kSkippedMark) + ": " + reason + " (" + listed(values) + ").");
  // The table of the main columns stands above it, open.
  table.folded = true;
  return table;
}

/// How much of its way a curve is of; nothing where it is the whole.
std::string part_of_the_way(const Run& run) {
  const Times& timing = *run.timing;
  if (timing.not_its_own()) return whence_note(timing);
  const std::int64_t steps = steps_gone(run);
  if (!timing.extrapolated || steps >= timing.steps_requested) return "";
  return "the first " + count_text(steps) + " of " + plural(timing.steps_requested, "step");
}

/// Series along a run's time have no grid: a row for each curve, with what it amounts to.
Exhibited curves(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  table.caption = "Measured: " + exhibit.y_label;
  table.columns = {{"Run", "", false},
                   {"Samples", "", true},
                   {"Largest", "magnitude", true},
                   {"Last", "magnitude", true},
                   {"Machine", "", false}};
  const std::vector<std::string> names = series_names(exhibit);
  std::set<std::string> listed_labels;
  std::map<std::string, std::vector<std::string>> missing;  // by reason
  std::vector<GridCell> cells = runs_with_curves(exhibit, paper, evidence);
  std::stable_sort(cells.begin(), cells.end(),
                   [](const GridCell& a, const GridCell& b) { return a.run->n < b.run->n; });
  for (const GridCell& cell : cells) {
    const Run* run = cell.run;
    for (const std::string& name : names) {
      const auto most = quantity_of(*run, "series:" + name + ".max_abs");
      const auto end = quantity_of(*run, "series:" + name + ".end_abs");
      GridCell state = state_of(*run, exhibit.y_quantity);
      if (state.state != CellState::kSkipped && !most) {
        // Of several series a run may lack all but the first.
        if (name != names.front()) continue;
        state.state = CellState::kSkipped;
        state.reason = "the run kept no such series";
      }
      if (name == names.front()) made.cells.add(state.state);
      const std::string label = curve_label(exhibit, *run, name);
      if (!most) {
        missing[state.reason].push_back(label);
        continue;
      }
      if (!listed_labels.insert(label + run->machine->name).second) continue;
      table.rows.push_back(
          {{label, run->timing ? part_of_the_way(*run) : "", Tone::kPlain},
           {count_text(static_cast<std::int64_t>(run->series.find(name)->value.size())), "",
            Tone::kPlain},
           {number(most->value, 3), "", Tone::kPlain},
           {end ? number(end->value, 3) : "", "", Tone::kPlain},
           machine_cell(*run->machine)});
    }
  }
  for (auto& [reason, labels] : missing) {
    std::erase_if(labels, [&](const std::string& label) {
      return std::any_of(listed_labels.begin(), listed_labels.end(),
                         [&](const std::string& drawn) { return drawn.rfind(label, 0) == 0; });
    });
    if (!labels.empty())
      table.notes.push_back("Not shown: " + listed(labels) + ": " + reason + ".");
  }
  if (table.rows.empty()) {
    made.cells.add(CellState::kSkipped);
    made.absent = "Not run: no run with this series is in these results.";
    return made;
  }
  std::vector<const GridCell*> shown;
  for (const GridCell& cell : cells) shown.push_back(&cell);
  for (const std::string& note : chosen_notes(exhibit, shown)) table.notes.push_back(note);
  // The figure shows the curves: a long list of them is for whoever asks.
  constexpr std::size_t kMostOpenCurves = 6;
  table.folded = table.rows.size() > kMostOpenCurves;
  made.tables.push_back(std::move(table));
  return made;
}

}  // namespace

std::vector<GridCell> runs_with_curves(const Exhibit& exhibit, const Paper& paper,
                                       const Evidence& evidence) {
  const std::string most = "series:" + series_names(exhibit).front() + ".max_abs";
  const std::vector<const Run*> runs = runs_of(exhibit, paper.key, evidence);
  const auto rivals = [&](const Run& run) {
    std::vector<const Run*> found;
    for (const Run* other : runs)
      if (other->n == run.n && other->machine->name == run.machine->name &&
          series_label(exhibit, *other) == series_label(exhibit, run) && quantity_of(*other, most))
        found.push_back(other);
    return found;
  };
  std::vector<GridCell> cells;
  for (const Run* run : runs) {
    GridCell cell = state_of(*run, exhibit.y_quantity);
    cell.value = quantity_of(*run, most);
    if (cell.value) {
      Choice choice = choose(rivals(*run), {exhibit.select, ""});
      // Runs of one case that bear one label are lines of their own.
      if (run->case_name != choice.run->case_name) continue;
      std::erase_if(choice.not_shown,
                    [&](const NotShown& other) { return other.run->case_name == run->case_name; });
      cell.not_shown = std::move(choice.not_shown);
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<std::string> published_columns(const Exhibit& exhibit, const Paper& paper) {
  std::vector<std::string> columns;
  for (const PublishedPoint& point : exhibit.published) {
    const std::string& on = paper.value(point.value).on;
    if (std::find(columns.begin(), columns.end(), on) == columns.end()) columns.push_back(on);
  }
  return columns;
}

std::vector<std::string> series_names(const Exhibit& exhibit) {
  std::vector<std::string> names;
  std::stringstream list(exhibit.y_quantity.substr(exhibit.y_quantity.find(':') + 1));
  for (std::string name; std::getline(list, name, '|');) names.push_back(name);
  return names;
}

std::string curve_label(const Exhibit& exhibit, const Run& run, const std::string& series) {
  const std::string label = series_label(exhibit, run);
  if (series_names(exhibit).size() == 1) return label;
  const auto found = exhibit.series_words.find(series);
  const std::string words = found == exhibit.series_words.end() ? words_of(series) : found->second;
  return label + (words.empty() ? "" : ": " + words);
}

std::string x_text(const Exhibit& exhibit, double x) {
  const bool counts = exhibit.x_key == "n" && x == std::floor(x) && std::fabs(x) < 1e15;
  return counts ? count_text(static_cast<std::int64_t>(x)) : exact(x);
}

std::vector<Exhibit> panels_of(const Exhibit& exhibit) {
  return exhibit.panels.empty() ? std::vector{exhibit} : exhibit.panels;
}

std::string recorded_note(const Machine& machine) {
  if (!machine.recorded) return "";
  return "recorded on " + machine.name + " on " + machine.date + ", not measured here";
}

Cell machine_cell(const Machine& machine) {
  return {machine.name, machine.recorded ? "recorded " + machine.date + ", not measured here" : "",
          Tone::kPlain};
}

Exhibited make_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  if (exhibit.kind == "threshold") {
    made.tables = threshold_tables(exhibit, paper, evidence);
    return made;
  }
  if (exhibit.kind == "trade") return trade_exhibit(exhibit, paper, evidence);
  if (exhibit.kind == "runs") return runs_exhibit(exhibit, paper, evidence);
  if (exhibit.kind == "contest") return contest_exhibit(exhibit, paper, evidence);
  if (exhibit.kind == "stages") return stage_table(exhibit, paper, evidence);
  if (exhibit.kind == "orbits" || exhibit.kind == "pictures") {
    // Nothing to tabulate; the runs are counted once, where their energy is tabled.
    made.figures = make_figures(exhibit, paper, evidence);
    return made;
  }
  if (exhibit.y_quantity.rfind("series:", 0) == 0) {
    made = curves(exhibit, paper, evidence);
    made.sentence = pair_sentence(exhibit, paper, evidence);
  } else {
    for (const Exhibit& panel : panels_of(exhibit)) {
      const Grid grid = make_grid(panel, paper.key, evidence);
      made.cells += grid.counts();
      const bool any = std::any_of(grid.cells.begin(), grid.cells.end(), [](const auto& row) {
        return std::any_of(row.begin(), row.end(), [](const auto& cell) { return cell.value; });
      });
      Table main = main_table(panel, paper, grid);
      const bool rows = !main.rows.empty();
      if (rows) {
        main.folded = !any;  // what the paper printed, for whoever asks
        made.tables.push_back(std::move(main));
      }
      if (!any) made.absent = "Not run: no run of this exhibit is in these results.";
      if (any && needs_full_table(panel, paper, grid))
        made.tables.push_back(full_table(panel, paper, grid));
      // Without a run the table above has all that the paper printed, where it has rows.
      if ((any || !rows) && !panel.published.empty())
        made.tables.push_back(beside_published(panel, paper, grid));
      made.files.push_back(every_digit(panel, paper, grid));
      join_to(made.sentence, grid_sentence(panel, paper, grid), " ");
    }
  }
  made.figures = make_figures(exhibit, paper, evidence);
  return made;
}

}  // namespace tycho::report
