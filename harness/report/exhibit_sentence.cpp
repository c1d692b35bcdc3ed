// What to see in an exhibit, in a sentence made from its numbers.
#include <algorithm>
#include <cmath>

#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/factor.hpp"
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

/// What a speed-up is counted in: an efficiency, a time over another, is a number alone.
std::string times_of(const Exhibit& exhibit) {
  return exhibit.y_label.starts_with("Times ") ? " times" : "";
}

/// A number of the paper with the digits that it prints.
std::string printed_with_unit(const Exhibit& exhibit, const PublishedValue& printed) {
  if (exhibit.y_quantity == "speedup") return printed_text(printed.value) + times_of(exhibit);
  if (exhibit.y_unit == "s") return duration(printed.value, digits_of(printed));
  return quantity(printed.value, exhibit.y_unit, digits_of(printed));
}

/// What a cell shows; marked where it rests on unbound threads.
std::string told(const Exhibit& exhibit, const GridCell& cell) {
  const std::string text = exhibit.y_quantity == "speedup"
                               ? factor_text({*cell.value}) + times_of(exhibit)
                               : quantity(cell.value->value, exhibit.y_unit, 3);
  return text + untold_mark(cell.untold);
}

/// "Ranks", "Cells per thread": a label whose first word is a plural names what is counted.
bool names_a_count(const std::string& label) {
  const std::string first = label.substr(0, label.find(' '));
  return first.ends_with('s') && !first.ends_with("ss") && !first.ends_with("us");
}

/// "1 cell per thread", "2 ranks".
std::string counted(const Exhibit& exhibit, double x, const std::string& label) {
  const std::size_t end = std::min(label.find(' '), label.size());
  std::string first = lowered(label.substr(0, end));
  if (x == 1)
    first = first.ends_with("ies") ? first.substr(0, first.size() - 3) + "y"
                                   : first.substr(0, first.size() - 1);
  return x_text(exhibit, x) + " " + first + label.substr(end);
}

/// Where on the x axis, in its own symbol where its label ends with one: "N = 65,536" of "Number of
/// bodies N", "64 cells" of "Number of cells", "2 ranks" of "Ranks", "theta = 0.5" of "theta".
std::string at_x(const Exhibit& exhibit, double x) {
  std::string name = exhibit.x_label, unit;
  if (const std::size_t open = name.rfind(" ["); name.ends_with("]") && open != std::string::npos) {
    unit = " " + name.substr(open + 2, name.size() - open - 3);
    name.resize(open);
  }
  const std::size_t last = name.rfind(' ');
  if (last != std::string::npos && last + 2 == name.size())
    return name.substr(last + 1) + " = " + x_text(exhibit, x) + unit;
  constexpr std::string_view kCounted = "Number of ";
  if (name.starts_with(kCounted)) name = name.substr(kCounted.size());
  if (names_a_count(name)) return counted(exhibit, x, name);
  return lowered(name) + " = " + x_text(exhibit, x) + unit;
}

/// A label with commas of its own stands in quotation marks.
std::string in_quotes(const std::string& label) {
  return label.find(',') == std::string::npos ? label : "\u201c" + label + "\u201d";
}

struct Ends {
  std::size_t best = 0, worst = 0;
  std::size_t count = 0;

  /// At what all others are divided by, every series is 1.
  bool all_alike() const { return count > 1 && best == worst; }
};

/// The main columns with a sound number of a run that is selected. Those that rest on unbound
/// threads are of them only where no others are.
std::vector<std::size_t> sound_columns(const Exhibit& exhibit, const Grid& grid, std::size_t row,
                                       const Selector& select) {
  std::vector<std::size_t> columns;
  bool any_told = false;
  for (const std::size_t c : main_columns(exhibit, grid)) {
    const GridCell& cell = grid.cells[row][c];
    if (!cell.value || cell.state == CellState::kNoisy || !std::isfinite(cell.value->value))
      continue;
    if (cell.run && !matches(*cell.run, select)) continue;
    columns.push_back(c);
    any_told |= !cell.untold;
  }
  if (any_told) std::erase_if(columns, [&](std::size_t c) { return grid.cells[row][c].untold; });
  return columns;
}

/// The best and the worst of them.
Ends ends_of(const Exhibit& exhibit, const Grid& grid, std::size_t row,
             const Selector& select = {}) {
  Ends ends;
  const bool less = less_is_better(exhibit.y_quantity);
  for (const std::size_t c : sound_columns(exhibit, grid, row, select)) {
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
const PublishedPoint* printed_at(const Exhibit& exhibit, const Paper& paper, double x) {
  const std::vector<std::string> columns = main_published(exhibit, paper);
  for (const std::string& on : columns)
    for (const PublishedPoint& point : exhibit.published)
      if (point.x == x && paper.value(point.value).on == on) return &point;
  return nullptr;
}

/// How many times better than the published number the best of the series is that answer it, named
/// where it is not the best of the row; nothing where it is no better, or is itself a ratio.
std::string over_published(const Exhibit& exhibit, const PublishedPoint& point,
                           const PublishedValue& published, const Grid& grid, std::size_t row) {
  const Ends answers = ends_of(exhibit, grid, row, point.select);
  if (answers.count == 0) return "";
  const GridCell& cell = grid.cells[row][answers.best];
  if (exhibit.y_quantity == "speedup") return "";
  const Known best = known(exhibit, cell), printed = known(published);
  const Known factor =
      less_is_better(exhibit.y_quantity) ? factor_of(printed, best) : factor_of(best, printed);
  if (!std::isfinite(factor.value.value) || !(factor.value.value > 1)) return "";
  const bool named = answers.best != ends_of(exhibit, grid, row).best;
  return ", a factor of " + factor_text(factor) + untold_mark(cell.untold) +
         (named ? " for " + in_quotes(grid.columns[answers.best].label()) : "");
}

/// The largest x of which the paper prints a number and two series were measured, else one; without
/// a printed number the same of what was measured.
std::optional<std::size_t> telling_row(const Exhibit& exhibit, const Paper& paper,
                                       const Grid& grid) {
  for (const bool printed : {true, false})
    for (const std::size_t wanted : {2u, 1u})
      for (std::size_t r = grid.rows.size(); r-- > 0;)
        if (const Ends ends = ends_of(exhibit, grid, r);
            ends.count >= wanted && !ends.all_alike() &&
            (!printed || printed_at(exhibit, paper, grid.rows[r])))
          return r;
  return std::nullopt;
}

/// Of a single series: from its first number to its last.
std::string of_one_series(const Exhibit& exhibit, const Grid& grid) {
  const std::vector<std::size_t> columns = main_columns(exhibit, grid);
  if (columns.size() != 1) return "";
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < grid.rows.size(); ++r)
    if (grid.cells[r][columns.front()].value) rows.push_back(r);
  if (rows.size() < 2) return "";
  const auto at = [&](std::size_t row) {
    return told(exhibit, grid.cells[row][columns.front()]) + " at " + at_x(exhibit, grid.rows[row]);
  };
  return in_quotes(grid.columns[columns.front()].label()) + ": from " + at(rows.front()) + " to " +
         at(rows.back()) + ".";
}

/// Of sizes against a parameter: which value of the parameter serves the least and the largest size
/// best.
std::string best_along(const Exhibit& exhibit, const Grid& grid) {
  const bool sizes = exhibit.split == std::vector<std::string>{"n"} && exhibit.x_key != "ranks";
  const std::vector<std::size_t> columns = main_columns(exhibit, grid);
  if (!sizes || columns.size() < 2) return "";
  std::string text;
  for (const std::size_t c : {columns.front(), columns.back()}) {
    const GridCell* best = nullptr;
    double at = 0;
    for (std::size_t r = 0; r < grid.rows.size(); ++r) {
      const GridCell& cell = grid.cells[r][c];
      if (!cell.value || cell.state == CellState::kNoisy) continue;
      const bool less = best && cell.value->value < best->value->value;
      if (best && less != less_is_better(exhibit.y_quantity)) continue;
      best = &cell;
      at = grid.rows[r];
    }
    if (!best) return "";
    text += (text.empty() ? "Best for " : "; for ") + grid.columns[c].label() + ": " +
            at_x(exhibit, at) + ", " + told(exhibit, *best);
  }
  return text + ".";
}

/// Of all series, those that only the full table has too: no error is passed over.
std::string worst_error(const Exhibit& exhibit, const Grid& grid) {
  double most = -1;
  std::size_t at = 0;
  std::string where;
  int count = 0;
  for (std::size_t r = 0; r < grid.rows.size(); ++r)
    for (std::size_t c = 0; c < grid.cells[r].size(); ++c) {
      const auto& value = grid.cells[r][c].value;
      count += value.has_value();
      if (!value || !(std::fabs(value->value) > most)) continue;
      most = std::fabs(value->value);
      at = c;
      where = in_quotes(grid.columns[c].label()) + ", " + at_x(exhibit, grid.rows[r]);
    }
  if (most < 0) return "";
  if (most == 0)
    return exhibit.y_label + ": 0" + (count == 1 ? "." : " in all " + plural(count, "run") + ".");
  const std::vector<std::size_t> shown = main_columns(exhibit, grid);
  const bool above = std::find(shown.begin(), shown.end(), at) != shown.end();
  return "The largest is " + number(most, 3) + " (" + where +
         (above ? "" : "; among all series, see the toggle below the table") + ").";
}

std::string sentence_of(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  const std::string& name = exhibit.y_quantity;
  if (!less_is_better(name) && !more_is_better(name))
    return name.rfind("check:", 0) == 0 ? worst_error(exhibit, grid) : "";
  if (const std::string alone = of_one_series(exhibit, grid); !alone.empty()) return alone;
  if (const std::string best = best_along(exhibit, grid); !best.empty()) return best;
  const auto row = telling_row(exhibit, paper, grid);
  if (!row) return "";
  const Ends ends = ends_of(exhibit, grid, *row);
  const GridCell &first = grid.cells[*row][ends.best], &last = grid.cells[*row][ends.worst];
  const Known best = known(exhibit, first), worst = known(exhibit, last);
  const bool all = main_columns(exhibit, grid).size() == grid.columns.size();
  std::string text = "At " + at_x(exhibit, grid.rows[*row]) + ": " +
                     in_quotes(grid.columns[ends.best].label()) +
                     (ends.count == 1               ? ", "
                      : less_is_better(name) && all ? " is the fastest, "
                      : less_is_better(name)        ? " is the fastest of those shown, "
                      : all                         ? " comes first, "
                                                    : " comes first of those shown, ") +
                     told(exhibit, first);
  if (ends.count > 1 && best.value.value > 0 && worst.value.value > 0)
    text += ", " +
            factor_text(less_is_better(name) ? factor_of(worst, best) : factor_of(best, worst)) +
            untold_mark(first.untold || last.untold) + " times " +
            (less_is_better(name) ? "faster than " : "that of ") +
            in_quotes(grid.columns[ends.worst].label());
  if (const PublishedPoint* point = printed_at(exhibit, paper, grid.rows[*row])) {
    const PublishedValue& printed = paper.value(point->value);
    text += "; published: " + printed_with_unit(exhibit, printed) +
            (printed.on.empty() ? "" : " (" + printed.on + ")") +
            over_published(exhibit, *point, printed, grid, *row);
  }
  return text + ".";
}

}  // namespace

std::string grid_sentence(const Exhibit& exhibit, const Paper& paper, const Grid& grid) {
  return with_untold_explained(sentence_of(exhibit, paper, grid));
}

}  // namespace tycho::report
