#include "harness/compare/shown_rows.hpp"

#include <cmath>

#include "core/joined.hpp"
#include "harness/compare/percent.hpp"
#include "harness/report/number.hpp"

namespace tycho::compare {

Cells cells_of(const Row& row) {
  Cells cells;
  cells[0] = in_words(row.verdict);
  if (row.timed) {
    const Timed& timed = *row.timed;
    cells[1] = signed_percent(timed.change);
    if (timed.spread) {
      cells[2] = signed_percent(timed.low) + " to " + signed_percent(timed.high);
      cells[3] = short_number(timed.corrected_p);
    }
    cells[4] = report::duration(timed.base_s) + " -> " + report::duration(timed.new_s);
  }
  cells[5] = row.run + (row.what.empty() ? "" : " / " + row.what);
  cells[6] = row.reason;
  if (!row.waiver.empty()) join_to(cells[6], "waived: " + row.waiver, "; ");
  return cells;
}

std::vector<Row> shown_rows(const Comparison& comparison, bool all) {
  std::vector<Row> rows;
  for (const Row& row : comparison.rows) {
    const bool plain = row.verdict == Verdict::kSame || (!row.open && row.waiver.empty());
    if (all || !plain) rows.push_back(row);
  }
  return rows;
}

}  // namespace tycho::compare
