#include "harness/campaign/summary.hpp"

#include <sstream>

namespace tycho {

using nlohmann::json;

Summary summarize(const std::vector<json>& records) {
  Summary summary;
  for (const json& record : records) {
    const std::string status = record.value("status", "");
    if (status == "ok") ++summary.ok;
    if (status == "failed") ++summary.failed;
    if (status == "skipped") {
      ++summary.skipped;
      ++summary.skip_reasons[record.value("reason", "")];
    }
    for (const json& check : record.value("checks", json::array())) {
      ++summary.checks;
      if (!check.value("pass", false)) ++summary.checks_failed;
    }
  }
  return summary;
}

std::string in_words(const Summary& summary) {
  std::ostringstream out;
  out << summary.ok + summary.failed + summary.skipped << " runs: " << summary.ok << " ok, "
      << summary.failed << " failed, " << summary.skipped << " skipped";
  const char* before = " (";
  for (const auto& [reason, count] : summary.skip_reasons) {
    out << before << reason;
    before = "; ";
  }
  if (!summary.skip_reasons.empty()) out << ')';
  out << "; " << summary.checks << " checks, " << summary.checks_failed << " did not hold";
  return out.str();
}

}  // namespace tycho
