// The time that `tycho run --budget` gives to all runs of a campaign together, their checks
// included.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string_view>

#include "harness/campaign/supervisor.hpp"

namespace tycho::campaign {

/// The recorded reasons. They name no time: a result does not depend on how much was left.
inline constexpr std::string_view kNoTimeLeft = "cut by --budget: no time was left";
inline constexpr std::string_view kNotFinished =
    "cut by --budget: it was not finished when its time was over";

/// Whether the budget kept the run from being made. Whoever resumes the campaign makes it.
bool was_cut(const result::RunRecord& record);

/// "--budget left no time for 1 run; 2 runs measured fewer steps than asked for, by --budget or by
/// the suite's own seconds"; empty: neither.
std::string cut_in_words(std::span<const result::RunRecord> records);

class Budget {
 public:
  /// Begins now.
  explicit Budget(Seconds whole) : whole_(whole) {}

  Seconds left() const { return whole_ - (std::chrono::steady_clock::now() - began_); }
  /// The command of the first of the jobs that are left, with its share of the time to keep to by
  /// itself (`--allowed`). Its time limit is longer, by what its first steps and its checks may
  /// need beyond the share.
  ChildCommand command_of_first(std::span<const Job> jobs) const;

 private:
  Seconds whole_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace tycho::campaign
