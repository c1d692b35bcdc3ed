#include "harness/export/csv.hpp"

#include <charconv>
#include <ostream>
#include <string>

#include "harness/export/rows.hpp"

namespace tycho::exports {

namespace {

/// A spreadsheet takes a cell that begins so for a formula, and runs it. A quote before it makes it
/// text.
bool is_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != text.npos;
}

struct Print {
  std::ostream& out;

  void operator()(std::monostate) const {}

  void operator()(std::string_view text) const {
    const char* before = is_formula(text) ? "'" : "";
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
      out << before << text;
      return;
    }
    out << '"' << before;
    for (const char c : text) out << (c == '"' ? "\"\"" : std::string_view(&c, 1));
    out << '"';
  }

  /// The shortest number that reads back the same.
  template <typename Number>
  void operator()(Number value) const {
    char digits[32];
    out << std::string_view(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
};

}  // namespace

void write_csv(std::ostream& out, std::span<const result::Result> results) {
  const char* comma = "";
  for (const Column& column : columns()) {
    out << comma << column.name;
    comma = ",";
  }
  out << '\n';
  for_each_row(results, [&](const Row& row) {
    const char* before = "";
    for (const Column& column : columns()) {
      out << before;
      std::visit(Print{out}, column.cell(row));
      before = ",";
    }
    out << '\n';
  });
}

}  // namespace tycho::exports
