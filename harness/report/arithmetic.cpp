#include "harness/report/arithmetic.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/number.hpp"
#include "harness/report/published.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

std::string braces(const std::string& inside, const Row& row, const std::string& text) {
  if (const auto found = row.find(inside); found != row.end()) return text_of(found->second);
  std::map<std::string, double> numbers;
  for (const auto& [name, value] : row) {
    if (value.is_number()) numbers[name] = value.get<double>();
  }
  try {
    return exact(evaluate(inside, numbers));
  } catch (const UsageError&) {
    throw UsageError("'" + text + "': {" + inside + "} is no name of its rows");
  }
}

void add_cells(const Exhibit& exhibit, std::map<std::string, double>& numbers) {
  std::vector<std::string> rows, columns;
  if (exhibit.kind == "threshold") {
    for (const double row : exhibit.rows) rows.push_back(exact(row));
    for (const double column : exhibit.columns) columns.push_back(exact(column));
  } else {
    for (const StageRow& row : exhibit.stage_rows) rows.push_back(row.label);
    for (const StageColumn& column : exhibit.stage_columns) columns.push_back(column.label);
  }
  for (std::size_t r = 0; r < exhibit.cells.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (!std::isnan(exhibit.cells[r][c]))
        numbers[cell_name(exhibit.id, rows[r], columns[c])] = exhibit.cells[r][c];
    }
  }
}

}  // namespace

std::vector<Row> rows_of(const Rows& rows) {
  std::vector<Row> all{{}};
  for (const auto& [name, values] : rows) {
    std::vector<Row> longer;
    for (const Row& row : all) {
      for (const auto& value : values) longer.emplace_back(row)[name] = value;
    }
    all = std::move(longer);
  }
  return all;
}

std::string row_name(const Row& row) {
  std::string text;
  for (const auto& [name, value] : row) {
    const std::string shown = value.is_number_integer() ? count_text(value.get<std::int64_t>())
                                                        : words_of(text_of(value));
    if (shown.empty()) continue;
    // A word says by itself what it is: "disc".
    const bool word =
        std::any_of(shown.begin(), shown.end(), [](unsigned char c) { return std::isalpha(c); });
    join_to(text, (word ? "" : (name == "n" ? "N" : words_of(name)) + " = ") + shown);
  }
  return text;
}

std::string fill(const std::string& text, const Row& row) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('{', at);
    filled += text.substr(at, open - at);
    if (open == std::string::npos) break;
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) throw UsageError("'" + text + "': a brace is not closed");
    filled += braces(text.substr(open + 1, close - open - 1), row, text);
    at = close + 1;
  }
  return filled;
}

std::map<std::string, double> numbers_of(const Paper& paper) {
  std::map<std::string, double> numbers;
  for (const auto& [id, value] : paper.values) numbers[id] = value.value;
  for (const Exhibit& exhibit : paper.exhibits) add_cells(exhibit, numbers);
  return numbers;
}

std::string cell_name(const std::string& table, const std::string& row, const std::string& column) {
  std::string name;
  for (const char c : table + "_" + row + "_" + column) {
    const auto letter = static_cast<unsigned char>(c);
    const char next = std::isalnum(letter) ? static_cast<char>(std::tolower(letter)) : '_';
    if (next != '_' || name.empty() || name.back() != '_') name += next;
  }
  return name;
}

}  // namespace tycho::report
