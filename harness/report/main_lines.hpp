// Which series of an exhibit stand in its figure and its open table: five at most. All of them are
// in the full table.
#pragma once

#include <string>
#include <vector>

#include "harness/report/grid.hpp"

namespace tycho::report {

inline constexpr std::size_t kMostLines = 5;

/// The place of a run among the exhibit's lines; their number where it has none.
std::size_t place_of(const Exhibit& exhibit, const Run& run);

/// Whether a run belongs to a series that the exhibit names; true where it names none.
bool is_main(const Exhibit& exhibit, const Run& run);

/// The columns to show, in the order of the exhibit's lines: those that it names, or all; of these
/// five series, which machines share, or all of an ordered exhibit. Columns without any value are
/// left out, unless all are.
std::vector<std::size_t> main_columns(const Exhibit& exhibit, const Grid& grid);

/// The published columns that the exhibit names, or all of them.
std::vector<std::string> main_published(const Exhibit& exhibit, const Paper& paper);

bool has_value(const Grid& grid, std::size_t column);

}  // namespace tycho::report
