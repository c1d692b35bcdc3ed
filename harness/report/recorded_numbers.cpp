#include "harness/report/recorded_numbers.hpp"

#include <set>

#include "core/joined.hpp"

namespace tycho::report {

namespace {

/// Empty: measured here.
std::string where_recorded(const Run& run) {
  const Machine& machine = *run.machine;
  if (!machine.recorded) return "";
  return "recorded on " + (machine.gpu.empty() ? machine.name : machine.gpu);
}

void add_to(std::string& note, const std::string& more) {
  if (!more.empty()) join_to(note, more);
}

}  // namespace

void name_recorded(Table& table, std::size_t column, const std::vector<const Run*>& runs) {
  std::set<std::string> places;
  for (const Run* run : runs)
    if (run) places.insert(where_recorded(*run));
  if (places.size() == 1) {
    add_to(table.columns[column].note, *places.begin());
    return;
  }
  for (std::size_t row = 0; row < runs.size(); ++row)
    if (runs[row]) add_to(table.rows[row][column].note, where_recorded(*runs[row]));
}

}  // namespace tycho::report
