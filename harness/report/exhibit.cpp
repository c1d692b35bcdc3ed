#include "harness/report/exhibit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "harness/report/number.hpp"

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

/// The table's header names the unit; only a duration chooses its own.
std::string value_text(const Exhibit& exhibit, double value) {
  return exhibit.y_unit == "s" ? duration(value) : number(value);
}

/// One window has no spread to give an interval from, and no interval is not one of width zero.
std::string half_width(const Exhibit& exhibit, const Estimate& value, const Times* timing) {
  if (timing && timing->repeats_measured <= 1) return "one window, no interval";
  // A check's value and a counter are single numbers.
  if (value.low == value.high || !std::isfinite(value.high - value.low)) return "no interval";
  if (value.value == 0)  // relative to which no interval has a size
    return value_text(exhibit, value.low) + " to " + value_text(exhibit, value.high);
  const double relative = 0.5 * (value.high - value.low) / std::fabs(value.value);
  return "\u00b1" + number(100 * relative, 2) + "%";
}

/// Whether a quantity is a time of a step, or follows from one.
bool is_per_step(const std::string& quantity) {
  return quantity == "step_s" || quantity == "ns_each" || quantity == "per_s" ||
         quantity == "gflops" || quantity == "speedup" || quantity.rfind("stage:", 0) == 0;
}

std::string in_steps(std::int64_t steps) {
  return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

Cell present(const Exhibit& exhibit, const GridCell& cell) {
  if (cell.state == CellState::kSkipped) {
    const bool failed = cell.run && cell.run->status == result::Status::kFailed;
    return {failed ? "failed" : "skipped", cell.reason, failed ? Tone::kBad : Tone::kSkipped};
  }
  const Estimate& value = *cell.value;
  if (cell.state == CellState::kNoisy) {
    if (exhibit.y_quantity == "speedup")
      return {"noisy", "between " + number(value.low) + " and " + number(value.high), Tone::kNoisy};
    return {value_text(exhibit, value.value),
            "noisy, " + half_width(exhibit, value, &*cell.run->timing), Tone::kNoisy};
  }
  if (cell.state == CellState::kMeasured) {
    const Times* timing = cell.run && cell.run->timing ? &*cell.run->timing : nullptr;
    const std::string over = timing && is_per_step(exhibit.y_quantity)
                                 ? " over " + in_steps(timing->steps_measured)
                                 : "";
    return {value_text(exhibit, value.value),
            "measured" + over + ", " + half_width(exhibit, value, timing), Tone::kMeasured};
  }
  const Times& timing = *cell.run->timing;
  return {value_text(exhibit, value.value),
          "extrapolated from " + std::to_string(timing.steps_measured) + " of " +
              in_steps(timing.steps_requested) + ", " + half_width(exhibit, value, &timing),
          Tone::kExtrapolated};
}

/// What a paper printed in one of its columns for one x.
Cell published_cell(const Exhibit& exhibit, const Paper& paper, const std::string& on, double x) {
  Cell cell;
  for (const PublishedPoint& point : exhibit.published) {
    const PublishedValue& value = paper.value(point.value);
    if (value.on == on && point.x == x && cell.text.empty())
      cell.text = exact(value.value) + (exhibit.y_unit == "s" ? " s" : "");
  }
  return cell;
}

/// Over what the first machine with this series has; nothing for that machine itself.
std::string ratio_to_first(const Grid& grid, std::size_t row, std::size_t column) {
  const GridColumn& own = grid.columns[column];
  for (std::size_t c = 0; c < column; ++c) {
    const auto& first = grid.cells[row][c].value;
    const auto& value = grid.cells[row][column].value;
    if (grid.columns[c].group != own.group) continue;
    const bool noise = grid.cells[row][c].state == CellState::kNoisy ||
                       grid.cells[row][column].state == CellState::kNoisy;
    if (!first || !value || noise) return "";
    return ", ratio " + number(value->value / first->value, 3);
  }
  return "";
}

Table pivot(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id + "-table");
  const std::string unit =
      exhibit.y_unit.empty() || exhibit.y_unit == "s" ? "" : " [" + exhibit.y_unit + "]";
  table.caption = "Measured: " + exhibit.y_label + unit;
  table.columns.push_back({exhibit.x_label, "", true});
  // Said once where it holds for the whole table, else at each column it holds for.
  const std::string shared = recorded_note(*grid.columns.front().machine);
  const bool everywhere = std::all_of(
      grid.columns.begin(), grid.columns.end(),
      [&](const GridColumn& column) { return recorded_note(*column.machine) == shared; });
  std::vector<std::string> published = published_columns(exhibit, paper);
  std::erase(published, "");
  if (!published.empty()) table.caption = "Published and measured: " + exhibit.y_label + unit;
  if (std::any_of(grid.columns.begin(), grid.columns.end(),
                  [](const GridColumn& column) { return column.machine_index > 0; }))
    table.caption += ". Ratio: over the first machine of the series";
  if (everywhere && !shared.empty()) table.caption += ": GPU columns " + shared;
  for (const std::string& on : published) table.columns.push_back({on, "published", true});
  for (const GridColumn& column : grid.columns) {
    const std::string note = everywhere ? "" : recorded_note(*column.machine);
    table.columns.push_back({column.series, note.empty() ? column.machine_tag : note, true});
  }
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    auto& row = table.rows.emplace_back();
    row.push_back({exact(grid.rows[r]), "", Tone::kPlain});
    for (const std::string& on : published)
      row.push_back(published_cell(exhibit, paper, on, grid.rows[r]));
    for (std::size_t c = 0; c < grid.columns.size(); ++c) {
      row.push_back(present(exhibit, grid.cells[r][c]));
      row.back().note += ratio_to_first(grid, r, c);
    }
  }
  return table;
}

Table every_digit(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  for (const char* title : {"x", "series", "value", "low", "high"})
    table.columns.push_back({title, "", false});
  table.columns[0].title = exhibit.x_key;
  table.columns[2].title = exhibit.y_quantity;
  for (const char* title : {"unit", "state", "steps_measured", "steps_requested", "reason",
                            "machine", "recorded", "run"})
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
      table.rows.push_back({text(exact(grid.rows[r])), text(grid.columns[c].label()),
                            digits(&Estimate::value), digits(&Estimate::low),
                            digits(&Estimate::high), text(exhibit.y_unit), text(word(cell.state)),
                            text(timing ? std::to_string(timing->steps_measured) : ""),
                            text(timing ? std::to_string(timing->steps_requested) : ""),
                            text(cell.reason), text(grid.columns[c].machine->name),
                            text(grid.columns[c].machine->recorded ? "yes" : "no"),
                            text(cell.run ? cell.run->id : "")});
    }
  }
  return table;
}

std::string as_printed(const PublishedValue& value) {
  if (value.unit == "s") return duration(value.value);
  return exact(value.value) + (value.unit.empty() ? "" : " " + value.unit);
}

constexpr std::size_t kMostOpen = 12;  // rows: a screen

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
  table.caption = "Published beside measured";
  table.columns = {{"Published", "", false},           {"Value", "", true},
                   {"Measured as", "", false},         {"Measured", "", true},
                   {"Measured / published", "", true}, {"Machine", "", false}};
  for (const PublishedPoint& point : exhibit.published) {
    const PublishedValue& value = paper.value(point.value);
    const Cell what{value.text, value.where, Tone::kPlain};
    const Cell much{as_printed(value), value.exactness, Tone::kPlain};
    bool answered = false;
    const auto row = point.skipped.empty() ? row_of(grid, point) : std::nullopt;
    for (std::size_t c = 0; row && c < grid.cells[*row].size(); ++c) {
      const GridCell& cell = grid.cells[*row][c];
      if (!answers(cell, point)) continue;
      answered = true;
      // Where the paper's size was not asked for, the one shown is said.
      const std::string size = point.x ? "" : exhibit.x_label + ": " + exact(grid.rows[*row]);
      table.rows.push_back({what,
                            much,
                            {grid.columns[c].series, size, Tone::kPlain},
                            present(exhibit, cell),
                            {cell.value && cell.state != CellState::kNoisy
                                 ? number(cell.value->value / value.value, 3)
                                 : "",
                             "", Tone::kPlain},
                            machine_cell(*grid.columns[c].machine)});
    }
    if (!answered) {
      const std::string reason =
          point.skipped.empty() ? why_unanswered(grid, point) : point.skipped;
      table.rows.push_back({what, much, {}, {"skipped", reason, Tone::kSkipped}, {}, {}});
    }
  }
  // The table of all columns stands beside it, open.
  table.folded = table.rows.size() > kMostOpen;
  return table;
}

/// Series along a run's time have no grid: a row for each run, with what its curve amounts to.
Exhibited curves(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Exhibited made;
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  table.caption = "Measured: " + exhibit.y_label;
  table.columns = {{"Run", "", false},         {"Samples", "", true},
                   {"Largest size", "", true}, {"Size at the end", "", true},
                   {"State", "", false},       {"Machine", "", false}};
  const std::vector<std::string> names = series_names(exhibit);
  for (const Run* run : runs_of(exhibit, paper.key, evidence)) {
    for (const std::string& name : names) {
      const auto most = quantity_of(*run, "series:" + name + ".max_abs");
      const auto end = quantity_of(*run, "series:" + name + ".end_abs");
      GridCell state = state_of(*run, exhibit.y_quantity);
      if (state.state != CellState::kSkipped && !most) {
        // Of several series a run may lack all but the first.
        if (name != names.front()) continue;
        state.state = CellState::kSkipped;
        state.reason = "the run kept no such series";
      } else if (state.state == CellState::kMeasured && run->timing && run->timing->extrapolated) {
        state.reason = "the first " + std::to_string(run->timing->steps_measured) + " of " +
                       std::to_string(run->timing->steps_requested) + " steps";
      }
      if (name == names.front()) made.cells.add(state.state);
      const std::size_t samples = most ? run->series.find(name)->value.size() : 0;
      table.rows.push_back({{curve_label(exhibit, *run, name), "", Tone::kPlain},
                            {std::to_string(samples), "", Tone::kPlain},
                            {most ? number(most->value, 3) : "", "", Tone::kPlain},
                            {end ? number(end->value, 3) : "", "", Tone::kPlain},
                            {word(state.state), state.reason,
                             state.state == CellState::kSkipped ? Tone::kSkipped : Tone::kPlain},
                            machine_cell(*run->machine)});
    }
  }
  if (table.rows.empty()) {
    made.cells.add(CellState::kSkipped);
    table.rows.push_back({{"", "", Tone::kPlain},
                          {},
                          {},
                          {},
                          {"skipped", "no such run in these results", Tone::kSkipped},
                          {}});
  }
  made.tables.push_back(std::move(table));
  return made;
}

}  // namespace

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
  std::string words = series;
  std::replace(words.begin(), words.end(), '_', ' ');
  return label + ": " + words;
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
  if (exhibit.kind == "stages") return stage_table(exhibit, paper, evidence);
  if (exhibit.kind == "orbits" || exhibit.kind == "pictures") {
    // Nothing to tabulate; the runs are counted once, where their energy is tabled.
    made.figures = make_figures(exhibit, paper, evidence);
    return made;
  }
  if (exhibit.y_quantity.rfind("series:", 0) == 0) {
    made = curves(exhibit, paper, evidence);
  } else {
    const Grid grid = make_grid(exhibit, paper.key, evidence);
    made.cells = grid.counts();
    if (!exhibit.published.empty()) made.tables.push_back(beside_published(exhibit, paper, grid));
    made.tables.push_back(pivot(exhibit, paper, grid));
    made.files.push_back(every_digit(exhibit, paper, grid));
  }
  made.figures = make_figures(exhibit, paper, evidence);
  return made;
}

}  // namespace tycho::report
