// The grid of an exhibit as tables: the few columns that matter, and all of them.
#pragma once

#include "harness/report/document.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// A row for each x; a column for each of the main series, with the published ones before them.
Table main_table(const Exhibit& exhibit, const Paper& paper, const Grid& grid);

/// A row for each series, a column for each x: any number of series fits a page. Folded.
Table full_table(const Exhibit& exhibit, const Paper& paper, const Grid& grid);

/// Whether the full table shows more than the main one.
bool needs_full_table(const Exhibit& exhibit, const Paper& paper, const Grid& grid);

}  // namespace tycho::report
