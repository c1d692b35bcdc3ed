// Known changes: excused by name, with a reason, a date and an end.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/compare.hpp"

namespace tycho::compare {

struct Waiver {
  std::string run;    // pattern of run ids
  std::string stage;  // pattern of stages, "check <name>" for a check; "*": any
  Verdict verdict = Verdict::kSlower;
  std::string reason, date, expires;  // YYYY-MM-DD; from `expires` on it is not applied
  std::optional<double> up_to;        // the largest relative change it excuses
};

/// Reads a file of schema tycho-waivers/1. Throws UsageError with file, JSON pointer and what is
/// allowed.
std::vector<Waiver> read_waivers(const std::filesystem::path& file);

/// Marks the rows the waivers excuse and concludes again. A waiver that has expired and one that
/// excuses nothing is noted. `today` is YYYY-MM-DD.
void apply(const std::vector<Waiver>& waivers, const std::string& today, Comparison& comparison);

}  // namespace tycho::compare
