// A comparison for people, for pages, for programs and for CI.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/compare/compare.hpp"

namespace tycho::compare {

/// "slower: 1 slower, 2 ambiguous, 40 stages and steps the same, 12 checks as before".
std::string summary(const Comparison& comparison);

/// For a terminal. Rows that are the same are counted, not shown, unless `all`.
std::string to_text(const Comparison& comparison, bool all);
std::string to_markdown(const Comparison& comparison, bool all);

/// Everything, schema tycho-comparison/2.
nlohmann::json to_json(const Comparison& comparison);

/// A suite for every case and a test for every row: a failure where it is numerically different,
/// missing or slower, skipped where it is ambiguous or waived.
std::string to_junit(const Comparison& comparison);

}  // namespace tycho::compare
