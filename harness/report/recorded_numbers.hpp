// Numbers of another machine among those of this one.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/load.hpp"

namespace tycho::report {

/// Says which machine the numbers of a column were recorded on that were not measured here: in its
/// head where that is one machine for all of them, else beside each. `runs` has the run of each row
/// of the table; null: the row has no number there.
void name_recorded(Table& table, std::size_t column, const std::vector<const Run*>& runs);

}  // namespace tycho::report
