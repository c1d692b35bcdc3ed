#include "harness/campaign/outcome.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/joined.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/plural.hpp"

namespace tycho::campaign {

namespace {

constexpr std::size_t kMostReasons = 6;

}  // namespace

Outcome outcome_of(const std::vector<result::RunRecord>& records) {
  Outcome outcome;
  for (const result::RunRecord& record : records) {
    switch (record.status) {
      case result::Status::kOk:
        ++outcome.ok;
        break;
      case result::Status::kFailed:
        ++outcome.failed;
        break;
      case result::Status::kSkipped:
        ++outcome.skipped;
        ++outcome.skip_reasons[record.reason];
        break;
    }
    if (record.checks_not_judged)
      outcome.checks_not_judged += static_cast<int>(record.checks_not_judged->size());
    if (!record.checks) continue;
    for (const result::CheckRecord& check : *record.checks) {
      ++outcome.checks;
      if (!check.pass) ++outcome.checks_failed;
    }
  }
  return outcome;
}

bool lacked_memory(const result::RunRecord& record) {
  // "out of memory: ", "out of device memory: ": whoever refuses a run begins so.
  return record.status == result::Status::kSkipped && record.reason.starts_with("out of ") &&
         record.reason.find("memory: ") != std::string::npos;
}

std::string in_words(const Outcome& outcome) {
  std::ostringstream out;
  out << result::plural(outcome.ok + outcome.failed + outcome.skipped, "run") << ": " << outcome.ok
      << " ok, " << outcome.failed << " failed, " << outcome.skipped << " skipped; "
      << result::plural(outcome.checks, "check") << ", " << outcome.checks_failed
      << " did not hold";
  if (outcome.checks_not_judged > 0)
    out << ", " << outcome.checks_not_judged << " not judged since their runs were cut";
  std::vector<std::pair<int, std::string>> reasons;
  for (const auto& [reason, count] : outcome.skip_reasons) reasons.emplace_back(count, reason);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const std::size_t named = std::min(reasons.size(), kMostReasons);
  int others = outcome.skipped;
  for (std::size_t k = 0; k < named; ++k) {
    out << "\n  " << reasons[k].first << " skipped: " << result::one_line(reasons[k].second);
    others -= reasons[k].first;
  }
  if (named < reasons.size()) out << "\n  " << others << " skipped for other reasons";
  return out.str();
}

std::string not_held_in_words(const result::RunRecord& record) {
  std::ostringstream out;
  out.precision(3);
  if (!record.checks) return "";
  const char* before = "";
  for (const result::CheckRecord& check : *record.checks) {
    if (check.pass) continue;
    out << before << check.name << " did not hold (" << check.value << ", limit " << check.limit
        << ')';
    before = "; ";
  }
  return out.str();
}

std::string cut_way_in_words(const result::RunRecord& record) {
  if (!record.cut) return "";
  std::string words = result::in_words(*record.cut);
  if (record.checks_not_judged) {
    words += "; " + joined(*record.checks_not_judged, &result::CheckNotJudged::name) +
             (record.checks_not_judged->size() == 1 ? " was not judged" : " were not judged");
  }
  return words;
}

}  // namespace tycho::campaign
