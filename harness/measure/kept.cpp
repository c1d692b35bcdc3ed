#include "harness/measure/kept.hpp"

#include <map>

#include "core/joined.hpp"
#include "harness/result/plural.hpp"

namespace tycho::measure {

namespace {

/// What makes the run: the algorithm's name, or that of the code in its place.
std::string made_by(const cases::RunSpec& run) {
  if (const auto code = run.variant->code())
    return code == checks::Code::kProgram ? "a program of your own" : "a library of your own";
  return run.origin->algorithm;
}

/// By the code that gives the states: of a run that is timed along another, its carrier.
bool gives_states(const cases::RunSpec& run) {
  if (run.variant->code() && !run.along) return false;
  switch (run.settings.contract().traits.keeps) {
    case Keeps::kNothing:
      return false;
    case Keeps::kOverRanks:
      return run.ranks > 0;
    case Keeps::kAnyRun:
      return true;
  }
  return false;
}

}  // namespace

Kept kept(const cases::RunSpec& run) {
  const terms::Measure measure = run.origin->measure;
  const bool has_way =
      measure == terms::Measure::kEvolution || measure == terms::Measure::kComparison;
  const bool leads_in = measure == terms::Measure::kInterval && (run.along || run.lead_in > 0);
  if (!has_way && !leads_in) return Kept::kNoWay;
  // What each of several ranks has counted cannot be given back to them.
  if (!gives_states(run) || (has_way && run.ranks > 1)) return Kept::kNotByCode;
  return Kept::kOnItsWay;
}

std::string not_kept_in_words(std::span<const cases::RunSpec* const> runs) {
  std::map<std::string, std::size_t> cannot;
  std::size_t without_way = 0;
  for (const cases::RunSpec* run : runs) {
    const Kept found = kept(*run);
    if (found == Kept::kNotByCode) ++cannot[made_by(*run)];
    if (found == Kept::kNoWay) ++without_way;
  }
  std::string words;
  for (const auto& [code, count] : cannot)
    join_to(words, result::plural(count, "run") + " of " + code);
  if (!words.empty()) words += " cannot be kept and will begin anew after a kill";
  if (without_way > 0)
    join_to(words,
            result::plural(without_way, "run") + (without_way == 1 ? " has" : " have") +
                " no lead-in, evolution or comparison, and nothing to keep",
            "; ");
  return words;
}

}  // namespace tycho::measure
