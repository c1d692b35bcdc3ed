// The visits of a campaign: a run that is timed may be measured by several processes, one in each
// passage through the campaign (docs/timing.md, rule 17).
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "harness/campaign/supervisor.hpp"

namespace tycho::campaign {

/// Visits of a run that were made, and those that are left to make: as many as the case asks for,
/// and one more for each that was left out (measure/visits.hpp), up to twice as many in all or
/// until two count that have taken all the steps asked for.
struct VisitCount {
  int made = 0, left = 0;
};

/// By the run's record; null: there is none. `planned` is how many the case asks for.
VisitCount visits_of(const result::RunRecord* record, int planned, bool retry_failed);

/// The visits that are left of all runs of a campaign.
struct JobsLeft {
  std::vector<Job> jobs;
  std::size_t done = 0, runs = 0;  // runs that are finished; those that are not
  Seconds expected{0};

  /// `whole` makes the job of a whole run, of which the case asks for `planned` visits. Each joins
  /// what those before it left in `results`.
  void add(const std::function<Job()>& whole, VisitCount visits, int planned,
           const std::filesystem::path& results);
  /// By passages: the next begins when all runs have been visited as often.
  void sort();
};

}  // namespace tycho::campaign
