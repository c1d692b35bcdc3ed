#include <sstream>

#include "harness/compare/output.hpp"
#include "harness/compare/percent.hpp"
#include "harness/compare/shown_rows.hpp"

namespace tycho::compare {

namespace {

// Whatever a name holds is shown as text.
std::string plain(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      safe += ' ';
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      if (std::string_view("|\\`*_[]").find(c) != std::string_view::npos) safe += '\\';
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string to_markdown(const Comparison& comparison, bool all) {
  std::ostringstream out;
  out << "## " << plain(summary(comparison)) << "\n\n- BASE: " << plain(comparison.base)
      << "\n- NEW: " << plain(comparison.fresh) << '\n';
  for (const std::string& line : comparison.differences) out << "- " << plain(line) << '\n';
  for (const std::string& note : comparison.notes) out << "- " << plain(note) << '\n';
  const std::vector<Row> rows = shown_rows(comparison, all);
  if (!rows.empty()) {
    out << "\n|";
    for (const char* column : kColumns) out << ' ' << plain(column) << " |";
    out << "\n|";
    for (std::size_t c = 0; c < kColumns.size(); ++c) out << "---|";
    out << '\n';
    for (const Row& row : rows) {
      out << '|';
      for (const std::string& cell : cells_of(row)) out << ' ' << plain(cell) << " |";
      out << '\n';
    }
  }
  out << "\nStudent's t between processes at " << percent(comparison.options.alpha)
      << " for all stages together (Holm); relevant from "
      << percent(comparison.options.minimum_change) << " of a stage and "
      << percent(comparison.options.minimum_share) << " of its step.\n";
  return out.str();
}

}  // namespace tycho::compare
