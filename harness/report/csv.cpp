#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <string_view>

#include "harness/report/cell_text.hpp"
#include "harness/report/document.hpp"

namespace tycho::report {

namespace {

// "-1.5", "-12.3 us", "+3%": a number as the report writes it, perhaps with its unit, or the \u00b1
// of an interval.
bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  std::string_view unit(end);
  if (end == text.c_str() || unit.size() > 12) return false;
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  return std::all_of(unit.begin(), unit.end(), [](unsigned char c) {
    return std::isalpha(c) || c == '%' || c == '/' || c >= 0x80;  // \u00b5s
  });
}

// "2,097,152" as 2097152: thousands are kept apart for readers, not for programs.
std::string without_commas(const std::string& text) {
  const auto digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]));
  };
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] != ',' || at == 0 || !digit(at - 1) || !digit(at + 1)) plain += text[at];
  return plain;
}

// "-9.51 ms \u2020", "-1.2 to 19 \u2248": one number or two, perhaps with the marks of their state.
bool is_value(const std::string& text) {
  std::string plain = without_commas(text);
  for (const char* mark : {kUntoldMark, kNoisyMark, kPartMark})
    if (const std::string after = std::string(" ") + mark; plain.ends_with(after))
      plain.resize(plain.size() - after.size());
  const std::string between = " to ";
  const std::size_t to = plain.find(between);
  if (to == std::string::npos) return is_number(plain);
  return is_number(plain.substr(0, to)) && is_number(plain.substr(to + between.size()));
}

// A spreadsheet takes a cell that begins so for a formula, and runs it. A quote before it makes it
// text; a number stays one.
std::string harmless(const std::string& text) {
  constexpr std::string_view kFormulas = "=+-@\t\r";
  if (text.empty() || kFormulas.find(text.front()) == std::string_view::npos || is_value(text))
    return text;
  return "'" + text;
}

// RFC 4180: a field with a comma, a quote or a line end stands in quotes, its quotes doubled.
std::string field(const std::string& cell) {
  const std::string text = harmless(cell);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

// "Step [ms] (published, Tesla)": a program has neither the caption nor what is printed small.
std::vector<std::string> heads_of(const Table& table) {
  std::vector<std::string> heads;
  std::set<std::string> known;
  for (const Column& column : table.columns) {
    const std::string name = column.title + (column.unit.empty() ? "" : " [" + column.unit + "]") +
                             (column.note.empty() ? "" : " (" + column.note + ")");
    std::string head = name;
    for (int i = 2; !known.insert(head).second; ++i) head = name + " " + std::to_string(i);
    heads.push_back(head);
  }
  return heads;
}

}  // namespace

std::string csv(const Table& table) {
  std::string text;
  const std::vector<std::string> heads = heads_of(table);
  for (std::size_t i = 0; i < heads.size(); ++i) text += (i ? "," : "") + field(heads[i]);
  text += "\n";
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool numeric = i < table.columns.size() && table.columns[i].numeric;
      const std::string& plain = row[i].id.empty() ? row[i].text : row[i].id;
      text += (i ? "," : "") + field(numeric ? without_commas(plain) : plain);
    }
    text += "\n";
  }
  return text;
}

}  // namespace tycho::report
