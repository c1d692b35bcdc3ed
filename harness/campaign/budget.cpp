#include "harness/campaign/budget.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "core/joined.hpp"
#include "harness/campaign/share_out.hpp"
#include "harness/result/plural.hpp"

namespace tycho::campaign {

namespace {

// A run that takes this many times its share takes the time of others.
constexpr double kMostShares = 4;
// A process with its first steps and checks may need this much whatever its share is.
constexpr Seconds kLeastLimit{2};

}  // namespace

bool was_cut(const result::RunRecord& record) {
  return record.status == result::Status::kSkipped &&
         (record.reason == kNoTimeLeft || record.reason == kNotFinished);
}

std::string cut_in_words(std::span<const result::RunRecord> records) {
  int fewer = 0, not_made = 0;
  for (const result::RunRecord& record : records) {
    not_made += was_cut(record);
    // A run that is timed at epochs has fewer steps because its case asks for no more.
    fewer += record.timing && record.timing->extrapolated() && !record.timing->along;
  }
  std::string said;
  if (not_made > 0) said = "--budget left no time for " + result::plural(not_made, "run");
  if (fewer > 0)
    join_to(said,
            result::plural(fewer, "run") +
                " measured fewer steps than asked for, by --budget or by the suite's own seconds",
            "; ");
  return said;
}

ChildCommand Budget::command_of_first(std::span<const Job> jobs) const {
  std::vector<Seconds> needs;
  for (const Job& job : jobs)
    if (job.unavailable.empty()) needs.push_back(job.need);
  const Seconds left = this->left();
  const Seconds share = std::min(left, share_out(needs, left).front());
  ChildCommand command = jobs.front().command;
  std::ostringstream seconds;
  seconds << std::setprecision(6) << share.count();
  command.argv.insert(command.argv.end(), {"--allowed", seconds.str()});
  const Seconds limit = std::min(left, std::max(kLeastLimit, kMostShares * share));
  command.time_limit =
      command.time_limit > Seconds{0} ? std::min(command.time_limit, limit) : limit;
  return command;
}

}  // namespace tycho::campaign
