// What to see in an exhibit, in a sentence made from its numbers.
#include <algorithm>
#include <cmath>

#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/main_lines.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

bool less_is_better(const std::string& quantity) {
  return quantity == "total_s" || quantity == "step_s" || quantity == "ns_each" ||
         quantity.ends_with(".step_s") || quantity.ends_with(".ns_each");
}

bool more_is_better(const std::string& quantity) {
  return quantity == "speedup" || quantity == "gflops" || quantity == "per_s" ||
         quantity == "of_peak" || quantity.ends_with(".gflops") || quantity.ends_with("per_s") ||
         quantity.ends_with(".gbytes") || quantity.ends_with(".fraction");
}

std::string with_unit(const Exhibit& exhibit, double value) {
  if (exhibit.y_quantity == "speedup") return number(value, 3) + " times";
  return quantity(value, exhibit.y_unit, 3);
}

struct Ends {
  std::size_t best = 0, worst = 0;
  std::size_t count = 0;
};

/// The best and the worst of a row, among the main columns with a sound number.
Ends ends_of(const Exhibit& exhibit, const Grid& grid, std::size_t row) {
  Ends ends;
  const bool less = less_is_better(exhibit.y_quantity);
  for (const std::size_t c : main_columns(exhibit, grid)) {
    const GridCell& cell = grid.cells[row][c];
    if (!cell.value || cell.state == CellState::kNoisy || !std::isfinite(cell.value->value))
      continue;
    if (ends.count++ == 0) ends.best = ends.worst = c;
    const auto better = [&](std::size_t a, std::size_t b) {
      const double x = grid.cells[row][a].value->value, y = grid.cells[row][b].value->value;
      return less ? x < y : x > y;
    };
    if (better(c, ends.best)) ends.best = c;
    if (better(ends.worst, c)) ends.worst = c;
  }
  return ends;
}

/// The published number of a row that runs answer: of the first column that prints one.
const PublishedValue* printed_at(const Exhibit& exhibit, const Paper& paper, double x) {
  const std::vector<std::string> columns = main_published(exhibit, paper);
  for (const std::string& on : columns)
    for (const PublishedPoint& point : exhibit.published)
      if (point.x == x && paper.value(point.value).on == on) return &paper.value(point.value);
  return nullptr;
}

/// The largest x at which two series were measured, else one.
std::optional<std::size_t> telling_row(const Exhibit& exhibit, const Grid& grid) {
  for (const std::size_t wanted : {2u, 1u})
    for (std::size_t r = grid.rows.size(); r-- > 0;)
      if (ends_of(exhibit, grid, r).count >= wanted) return r;
  return std::nullopt;
}

/// Of a single series: from its first number to its last.
std::string of_one_series(const Exhibit& exhibit, const Grid& grid) {
  const std::vector<std::size_t> columns = main_columns(exhibit, grid);
  if (columns.size() != 1) return "";
  std::vector<std::pair<double, double>> numbers;
  for (std::size_t r = 0; r < grid.rows.size(); ++r)
    if (const auto& value = grid.cells[r][columns.front()].value)
      numbers.emplace_back(grid.rows[r], value->value);
  if (numbers.size() < 2) return "";
  const auto at = [&](const auto& pair) {
    return with_unit(exhibit, pair.second) + " at " + x_text(exhibit, pair.first);
  };
  return grid.columns[columns.front()].label() + ": from " + at(numbers.front()) + " to " +
         at(numbers.back()) + " (" + exhibit.x_label + ").";
}

std::string worst_error(const Exhibit& exhibit, const Grid& grid) {
  double most = -1;
  std::string where;
  for (std::size_t r = 0; r < grid.rows.size(); ++r)
    for (std::size_t c = 0; c < grid.cells[r].size(); ++c) {
      const auto& value = grid.cells[r][c].value;
      if (!value || !(std::fabs(value->value) > most)) continue;
      most = std::fabs(value->value);
      where =
          grid.columns[c].label() + ", " + exhibit.x_label + " " + x_text(exhibit, grid.rows[r]);
    }
  return most < 0 ? "" : "The largest is " + number(most, 3) + " (" + where + ").";
}

}  // namespace

std::string grid_sentence(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  const std::string& name = exhibit.y_quantity;
  if (!less_is_better(name) && !more_is_better(name))
    return name.rfind("check:", 0) == 0 ? worst_error(exhibit, grid) : "";
  if (const std::string alone = of_one_series(exhibit, grid); !alone.empty()) return alone;
  const auto row = telling_row(exhibit, grid);
  if (!row) return "";
  const Ends ends = ends_of(exhibit, grid, *row);
  const double best = grid.cells[*row][ends.best].value->value;
  const double worst = grid.cells[*row][ends.worst].value->value;
  std::string text = "At " + x_text(exhibit, grid.rows[*row]) + " (" + exhibit.x_label +
                     "): " + grid.columns[ends.best].label() + " comes first with " +
                     with_unit(exhibit, best);
  if (ends.count > 1 && best > 0 && worst > 0)
    text += ", " + number(less_is_better(name) ? worst / best : best / worst, 3) + " times " +
            (less_is_better(name) ? "faster than " : "that of ") + grid.columns[ends.worst].label();
  if (const PublishedValue* printed = printed_at(exhibit, paper, grid.rows[*row]))
    text += "; published: " + with_unit(exhibit, printed->value) +
            (printed->on.empty() ? "" : " (" + printed->on + ")");
  return text + ".";
}

}  // namespace tycho::report
