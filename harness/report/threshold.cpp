#include <cmath>
#include <set>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

Table threshold_table(const Exhibit& exhibit, const std::string& whose, double threshold) {
  Table table;
  table.caption = exhibit.row_label + " / " + exhibit.column_label + " \u2265 " +
                  number(threshold) + ": " + whose;
  table.columns.push_back({exhibit.row_label, "", true});
  for (const double column : exhibit.columns)
    table.columns.push_back({exhibit.column_label + " = " + exact(column), "", true});
  for (std::size_t r = 0; r < exhibit.rows.size(); ++r) {
    auto& row = table.rows.emplace_back();
    row.push_back({count_text(std::llround(exhibit.rows[r])), "", Tone::kPlain});
    for (std::size_t c = 0; c < exhibit.columns.size(); ++c) {
      const double value = exhibit.rows[r] / exhibit.columns[c];
      const bool enough = value >= threshold;
      // What the paper printed is checked against its own rule; a difference is said in the cell.
      const bool printed_so = exhibit.cells[r][c] == value;
      row.push_back({number(value, 7) + (enough ? " \u2713" : ""),
                     printed_so ? "" : "printed as " + number(exhibit.cells[r][c], 7),
                     enough ? Tone::kGood : Tone::kPlain});
    }
  }
  return table;
}

}  // namespace

std::vector<Table> threshold_tables(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence) {
  const PublishedValue& published = paper.value(exhibit.threshold);
  std::vector<Table> tables{
      threshold_table(exhibit, "published, " + published.text, published.value)};
  std::set<std::string> seen;
  for (const Run& run : evidence.runs) {
    const Machine& machine = *run.machine;
    if (run.paper != paper.key || machine.sms <= 0 || !seen.insert(machine.name).second) continue;
    const std::string note = recorded_note(machine);
    tables.push_back(threshold_table(exhibit,
                                     machine.gpu + ", " + std::to_string(machine.sms) +
                                         " multiprocessors" +
                                         (note.empty() ? "" : " (" + note + ")"),
                                     machine.sms));
  }
  for (std::size_t i = 0; i < tables.size(); ++i)
    tables[i].id = slug(paper.key + "-" + exhibit.id + (i ? "-" + std::to_string(i) : ""));
  return tables;
}

}  // namespace tycho::report
