// Arithmetic over what a paper prints, row by row of its tables:
// "k_jerk * {n}^2 / t4_kirin_{n} / 1e9" for every n.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tycho::report {

struct Paper;

/// For each name the values it takes: {"n": [256, 512], "d": ["sphere", "disc"]}.
using Rows = std::map<std::string, std::vector<nlohmann::json>>;

/// One value for each name.
using Row = std::map<std::string, nlohmann::json>;

/// Every combination, the last name fastest; one empty row where there are no names.
std::vector<Row> rows_of(const Rows& rows);

/// "disc, N = 256"; empty for the empty row.
std::string row_name(const Row& row);

/// Each {name} as its value in the row, each {2*n} as the number it gives. Throws UsageError where
/// a name is not in the row.
std::string fill(const std::string& text, const Row& row);

/// The numbers a paper prints, by name: its values by their ids, and the cells of its tables as
/// <table>_<row>_<column>, in lower case, with _ for what is neither letter nor digit.
std::map<std::string, double> numbers_of(const Paper& paper);
std::string cell_name(const std::string& table, const std::string& row, const std::string& column);

}  // namespace tycho::report
