// Rows as cells of a table, the same for every kind of table.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "harness/compare/compare.hpp"

namespace tycho::compare {

inline constexpr std::array<const char*, 7> kColumns{
    "verdict", "change", "95% interval", "p", "before -> now", "run / stage", "why"};
using Cells = std::array<std::string, kColumns.size()>;

Cells cells_of(const Row& row);

/// The rows worth a line.
std::vector<Row> shown_rows(const Comparison& comparison, bool all);

}  // namespace tycho::compare
