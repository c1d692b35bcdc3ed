#include "harness/report/document.hpp"

namespace tycho::report {

namespace {

// RFC 4180: a field with a comma, a quote or a line end stands in quotes, its quotes doubled.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string csv(const Table& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    text += (i ? "," : "") + field(table.columns[i].title);
  text += "\n";
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "," : "") + field(row[i].text);
    text += "\n";
  }
  return text;
}

}  // namespace tycho::report
