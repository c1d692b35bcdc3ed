#include "harness/report/pivot.hpp"

#include <algorithm>

#include "core/joined.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/main_lines.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

std::vector<double> numbers_in(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  std::vector<double> numbers;
  for (const auto& row : grid.cells)
    for (const GridCell& cell : row)
      if (cell.value) numbers.push_back(cell.value->value);
  for (const PublishedPoint& point : exhibit.published)
    numbers.push_back(paper.value(point.value).value);
  return numbers;
}

/// What a paper printed in one of its columns for one x.
Cell published_cell(const Exhibit& exhibit, const Paper& paper, const std::string& on, double x,
                    const Unit& unit) {
  for (const PublishedPoint& point : exhibit.published) {
    const PublishedValue& value = paper.value(point.value);
    // As printed: a paper's digits are its own.
    if (value.on == on && point.x == x)
      return {printed_text(value.value / unit.size), "", Tone::kPlain};
  }
  return {};
}

bool prints_at(const Exhibit& exhibit, double x) {
  return std::any_of(exhibit.published.begin(), exhibit.published.end(),
                     [&](const PublishedPoint& point) { return point.x == x; });
}

std::vector<std::string> named_published(std::vector<std::string> columns) {
  std::erase(columns, "");
  return columns;
}

/// Over what the first machine with this series has; nothing for that machine itself.
std::string ratio_to_first(const Exhibit& exhibit, const Grid& grid, std::size_t row,
                           std::size_t column) {
  const GridColumn& own = grid.columns[column];
  for (std::size_t c = 0; c < column; ++c) {
    const GridCell &first = grid.cells[row][c], &cell = grid.cells[row][column];
    if (grid.columns[c].group != own.group) continue;
    if (!first.value || !cell.value) return "";
    return "ratio " + factor_text(factor_of(known(exhibit, cell), known(exhibit, first)));
  }
  return "";
}

Cell cell_at(const Exhibit& exhibit, const Grid& grid, std::size_t row, std::size_t column,
             const Unit& unit, bool steps) {
  Cell cell = present(exhibit, grid.cells[row][column], unit, steps);
  if (const std::string ratio = ratio_to_first(exhibit, grid, row, column); !ratio.empty())
    join_to(cell.note, ratio);
  return cell;
}

/// Said once where it holds for the whole table, else at each column it holds for.
struct Recorded {
  std::string shared;
  bool everywhere = true;

  explicit Recorded(const Grid& grid) : shared(recorded_note(*grid.columns.front().machine)) {
    everywhere = std::all_of(grid.columns.begin(), grid.columns.end(), [&](const auto& column) {
      return recorded_note(*column.machine) == shared;
    });
  }
  std::string of(const GridColumn& column) const {
    const std::string own = everywhere ? "" : recorded_note(*column.machine);
    return own.empty() ? column.machine_tag : own;
  }
};

std::string caption_of(const Exhibit& exhibit, const Grid& grid, const Unit& unit, bool published) {
  std::string caption = exhibit.y_label + unit.head();
  caption = (published ? "Published and measured: " : "Measured: ") + caption;
  const Recorded recorded(grid);
  if (std::any_of(grid.columns.begin(), grid.columns.end(),
                  [](const GridColumn& column) { return column.machine_index > 0; }))
    caption += ". Ratio: over the first machine of the series";
  if (recorded.everywhere && !recorded.shared.empty())
    caption += ": GPU columns " + recorded.shared;
  return caption;
}

/// Rows with a number in these columns, or in the paper.
std::vector<std::size_t> rows_with_numbers(const Exhibit& exhibit, const Grid& grid,
                                           const std::vector<std::size_t>& columns) {
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < grid.rows.size(); ++r)
    if (prints_at(exhibit, grid.rows[r]) ||
        std::any_of(columns.begin(), columns.end(),
                    [&](std::size_t c) { return grid.cells[r][c].value.has_value(); }))
      rows.push_back(r);
  return rows;
}

std::vector<std::string> missing_rows(const Exhibit& exhibit, const Grid& grid,
                                      const std::vector<std::size_t>& rows) {
  std::vector<std::string> missing;
  for (std::size_t r = 0; r < grid.rows.size(); ++r)
    if (std::find(rows.begin(), rows.end(), r) == rows.end())
      missing.push_back(x_text(exhibit, grid.rows[r]));
  if (missing.empty()) return {};
  return {"Without a number, and not shown: " + exhibit.x_label + " " + listed(missing) + "."};
}

std::vector<std::string> missing_columns(const Grid& grid) {
  std::vector<std::string> missing;
  for (std::size_t c = 0; c < grid.columns.size(); ++c)
    if (!has_value(grid, c)) missing.push_back(grid.columns[c].label());
  if (missing.empty() || missing.size() == grid.columns.size()) return {};
  return {"Without a number, and not shown: " + listed(missing) + "."};
}

void append_notes(Table& table, const std::vector<std::string>& notes) {
  table.notes.insert(table.notes.end(), notes.begin(), notes.end());
}

/// These rows and columns alone, for notes that speak of what is shown.
Grid part_of(const Grid& grid, const std::vector<std::size_t>& rows,
             const std::vector<std::size_t>& columns) {
  Grid part;
  for (const std::size_t c : columns) part.columns.push_back(grid.columns[c]);
  for (const std::size_t r : rows) {
    part.rows.push_back(grid.rows[r]);
    auto& cells = part.cells.emplace_back();
    for (const std::size_t c : columns) cells.push_back(grid.cells[r][c]);
  }
  return part;
}

}  // namespace

Table main_table(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id + "-table");
  const Unit unit = unit_for(exhibit, numbers_in(exhibit, paper, grid));
  const std::vector<std::string> published = named_published(main_published(exhibit, paper));
  const std::vector<std::size_t> columns = main_columns(exhibit, grid);
  const std::vector<std::size_t> rows = rows_with_numbers(exhibit, grid, columns);
  const Grid shown = part_of(grid, rows, columns);
  const bool steps = shared_steps(shown).empty();
  const Recorded recorded(grid);
  table.caption = caption_of(exhibit, grid, unit, !published.empty());
  table.columns.push_back({exhibit.x_label, "", true});
  for (const std::string& on : published)
    table.columns.push_back({on, "published", true, unit.name});
  for (const std::size_t c : columns)
    table.columns.push_back(
        {grid.columns[c].series, recorded.of(grid.columns[c]), true, unit.name});
  for (const std::size_t r : rows) {
    auto& row = table.rows.emplace_back();
    row.push_back({x_text(exhibit, grid.rows[r]), "", Tone::kPlain});
    for (const std::string& on : published)
      row.push_back(published_cell(exhibit, paper, on, grid.rows[r], unit));
    for (const std::size_t c : columns) row.push_back(cell_at(exhibit, grid, r, c, unit, steps));
  }
  append_notes(table, notes_of(exhibit, shown));
  append_notes(table, missing_rows(exhibit, grid, rows));
  if (!needs_full_table(exhibit, paper, grid)) append_notes(table, missing_columns(grid));
  return table;
}

Table full_table(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id + "-full");
  table.folded = true;
  const Unit unit = unit_for(exhibit, numbers_in(exhibit, paper, grid));
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < grid.columns.size(); ++c)
    if (has_value(grid, c)) columns.push_back(c);
  const std::vector<std::size_t> rows = rows_with_numbers(exhibit, grid, columns);
  const Grid shown = part_of(grid, rows, columns);
  const bool steps = shared_steps(shown).empty();
  const Recorded recorded(grid);
  table.caption =
      "All series: " + exhibit.y_label + unit.head() + " against " + lowered(exhibit.x_label);
  table.columns.push_back({"Series", "", false});
  for (const std::size_t r : rows)
    table.columns.push_back({x_text(exhibit, grid.rows[r]), "", true, unit.name});
  for (const std::string& on : named_published(published_columns(exhibit, paper))) {
    auto& row = table.rows.emplace_back();
    row.push_back({on, "published", Tone::kPlain});
    for (const std::size_t r : rows)
      row.push_back(published_cell(exhibit, paper, on, grid.rows[r], unit));
  }
  for (const std::size_t c : columns) {
    auto& row = table.rows.emplace_back();
    row.push_back({grid.columns[c].series, recorded.of(grid.columns[c]), Tone::kPlain});
    for (const std::size_t r : rows) row.push_back(cell_at(exhibit, grid, r, c, unit, steps));
  }
  append_notes(table, notes_of(exhibit, shown));
  append_notes(table, missing_columns(grid));
  return table;
}

bool needs_full_table(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  const auto valued = [&] {
    std::size_t count = 0;
    for (std::size_t c = 0; c < grid.columns.size(); ++c) count += has_value(grid, c);
    return count;
  };
  return main_columns(exhibit, grid).size() < valued() ||
         main_published(exhibit, paper).size() < published_columns(exhibit, paper).size();
}

}  // namespace tycho::report
