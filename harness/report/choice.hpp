// Which run is shown where several could fill one place: a cell of a table, a bar, a point of a
// line, a row of "then and now". The rule is one for all places, and a page says where it was used.
#pragma once

#include <string>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

/// What decided between a run that is shown and one that is not, in the order in which it is asked.
enum class Ground {
  kNumber,   // the other has no such number
  kSize,     // the shown one has more bodies
  kFastest,  // the place is of the fastest run, and the other is slower
  kCase,     // the selector of the place names the case of the shown one first
  kWhole,    // of the other a part of the steps was run
  kLatest,   // the shown one started later
};

/// What a place asks of its runs.
struct Place {
  const Selector& select;  // which names cases in the order in which they count
  std::string quantity;    // "": none is asked for
  bool fastest = false;    // of which the least counts, a time
};

struct NotShown {
  const Run* run = nullptr;  // not shown
  Ground ground{};
};

struct Choice {
  const Run* run = nullptr;  // null: there was none to choose from
  std::vector<NotShown> not_shown;
};

/// The run of a place. It does not depend on the order of the candidates.
Choice choose(const std::vector<const Run*>& candidates, const Place& place);

/// Whether other runs of its size could fill the place of the chosen one.
bool has_rivals(const Choice& choice);

/// Of a table each of whose cells is of the fastest run.
inline constexpr const char* kFastestOfSeveral =
    "Where several runs of one size could fill a cell, the fastest is shown.";

/// "the fastest": a ground as notes say it.
std::string words_of(Ground ground);

}  // namespace tycho::report
