// What of a paper is put to the test: its claims, its own arithmetic, and which of our times must
// agree.
#pragma once

#include <map>
#include <string>

#include "harness/report/json_object.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// `numbers` are those that expressions know. All throw UsageError naming the place of what cannot
/// be read. The bounds of the paper's own numbers are those of the claim's test, unless it says
/// otherwise.
Claim read_claim(Object& object, const std::map<std::string, double>& numbers);
Audit read_audit(Object& object, const std::map<std::string, double>& numbers);
Agreement read_agreement(Object& object);

}  // namespace tycho::report
