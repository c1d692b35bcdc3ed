#include "harness/campaign/outcome.hpp"

#include <sstream>

namespace tycho::campaign {

using nlohmann::json;

Outcome outcome_of(const std::vector<json>& records) {
  Outcome outcome;
  for (const json& record : records) {
    const std::string status = record.value("status", "");
    if (status == "ok") ++outcome.ok;
    if (status == "failed") ++outcome.failed;
    if (status == "skipped") {
      ++outcome.skipped;
      ++outcome.skip_reasons[record.value("reason", "")];
    }
    for (const json& check : record.value("checks", json::array())) {
      ++outcome.checks;
      if (!check.value("pass", false)) ++outcome.checks_failed;
    }
  }
  return outcome;
}

std::string in_words(const Outcome& outcome) {
  std::ostringstream out;
  out << outcome.ok + outcome.failed + outcome.skipped << " runs: " << outcome.ok << " ok, "
      << outcome.failed << " failed, " << outcome.skipped << " skipped";
  const char* before = " (";
  for (const auto& [reason, count] : outcome.skip_reasons) {
    out << before << reason;
    before = "; ";
  }
  if (!outcome.skip_reasons.empty()) out << ')';
  out << "; " << outcome.checks << " checks, " << outcome.checks_failed << " did not hold";
  return out.str();
}

}  // namespace tycho::campaign
