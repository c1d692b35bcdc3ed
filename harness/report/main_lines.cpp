#include "harness/report/main_lines.hpp"

#include <algorithm>

#include "harness/report/exhibit.hpp"

namespace tycho::report {

namespace {

bool names_runs(const Exhibit& exhibit) {
  return std::any_of(exhibit.lines.begin(), exhibit.lines.end(),
                     [](const Line& line) { return !line.select.empty(); });
}

const Run* run_in(const Grid& grid, std::size_t column) {
  for (const auto& row : grid.cells)
    if (row[column].run) return row[column].run;
  return nullptr;
}

}  // namespace

std::size_t place_of(const Exhibit& exhibit, const Run& run) {
  const auto found = std::find_if(
      exhibit.lines.begin(), exhibit.lines.end(),
      [&](const Line& line) { return !line.select.empty() && matches(run, line.select); });
  return static_cast<std::size_t>(found - exhibit.lines.begin());
}

bool is_main(const Exhibit& exhibit, const Run& run) {
  return !names_runs(exhibit) || place_of(exhibit, run) < exhibit.lines.size();
}

bool has_value(const Grid& grid, std::size_t column) {
  return std::any_of(grid.cells.begin(), grid.cells.end(),
                     [&](const auto& row) { return row[column].value.has_value(); });
}

std::vector<std::size_t> main_columns(const Exhibit& exhibit, const Grid& grid) {
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    const Run* run = run_in(grid, c);
    if (has_value(grid, c) && run && is_main(exhibit, *run)) shown.push_back(c);
  }
  if (names_runs(exhibit))
    std::stable_sort(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
      return place_of(exhibit, *run_in(grid, a)) < place_of(exhibit, *run_in(grid, b));
    });
  // Machines side by side have five series each: they share colours. So do the steps of a scale.
  int series = 0;
  std::vector<int> groups;
  std::vector<std::size_t> kept;
  for (const std::size_t c : shown) {
    const int group = grid.columns[c].group;
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) {
      if (!exhibit.ordered && series == static_cast<int>(kMostLines)) continue;
      groups.push_back(group);
      ++series;
    }
    kept.push_back(c);
  }
  if (kept.empty())
    for (std::size_t c = 0; c < std::min(kMostLines, grid.columns.size()); ++c) kept.push_back(c);
  return kept;
}

std::vector<std::string> main_published(const Exhibit& exhibit, const Paper& paper) {
  std::vector<std::string> all = published_columns(exhibit, paper), named;
  for (const Line& line : exhibit.lines)
    if (std::find(all.begin(), all.end(), line.published) != all.end() && !line.published.empty())
      named.push_back(line.published);
  return named.empty() ? all : named;
}

}  // namespace tycho::report
