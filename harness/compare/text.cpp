#include <algorithm>
#include <sstream>

#include "harness/compare/output.hpp"
#include "harness/compare/percent.hpp"
#include "harness/compare/shown_rows.hpp"
#include "harness/result/plural.hpp"

namespace tycho::compare {

namespace {

// In characters, so that columns line up: bytes that continue a UTF-8 character do not count.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// A name read from a file must not move the cursor of a terminal.
std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

void put_table(std::ostream& out, const std::vector<Row>& rows) {
  std::vector<Cells> lines{Cells{}};
  std::copy(kColumns.begin(), kColumns.end(), lines.front().begin());
  for (const Row& row : rows) lines.push_back(cells_of(row));
  std::array<std::size_t, kColumns.size()> widths{};
  for (Cells& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) {
      line[c] = printable(line[c]);
      widths[c] = std::max(widths[c], width_of(line[c]));
    }
  for (const Cells& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c)
      text += line[c] + std::string(widths[c] - width_of(line[c]) + 2, ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    out << text << '\n';
  }
}

}  // namespace

std::string summary(const Comparison& comparison) {
  int undecided = 0, checks = 0, same = 0;
  for (const Row& row : comparison.rows) {
    if (!row.waiver.empty()) continue;
    const bool check = row.what.starts_with("check ");
    if (row.verdict == Verdict::kAmbiguous && !row.open) ++undecided;
    if (row.verdict == Verdict::kSame) ++(check ? checks : same);
  }
  std::ostringstream out;
  out << in_words(comparison.verdict) << ": ";
  const auto put = [&](int count, const std::string& what) {
    if (count > 0) out << count << ' ' << what << ", ";
  };
  put(comparison.count(Verdict::kNumericallyDifferent), "numerically different");
  put(comparison.count(Verdict::kMissing), "missing");
  put(comparison.count(Verdict::kSlower), "slower");
  put(comparison.count(Verdict::kAmbiguous) - undecided, "ambiguous");
  put(comparison.count(Verdict::kFaster), "faster");
  put(undecided, "not to be judged (too few samples, or timed in another way)");
  put(comparison.waived(), "waived");
  out << same << (same == 1 ? " stage or step" : " stages and steps") << " the same, "
      << result::plural(checks, "check") << " as before";
  return out.str();
}

std::string to_text(const Comparison& comparison, bool all) {
  std::ostringstream out;
  out << "BASE " << printable(comparison.base) << "\nNEW  " << printable(comparison.fresh) << '\n';
  for (const std::string& line : comparison.differences) out << "     " << printable(line) << '\n';
  const std::vector<Row> rows = shown_rows(comparison, all);
  if (!rows.empty()) {
    out << '\n';
    put_table(out, rows);
    out << '\n';
  }
  for (const std::string& note : comparison.notes) out << printable(note) << '\n';
  out << summary(comparison) << '\n';
  return out.str();
}

}  // namespace tycho::compare
