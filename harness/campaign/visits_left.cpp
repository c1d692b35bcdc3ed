#include "harness/campaign/visits_left.hpp"

#include <algorithm>

#include "harness/campaign/budget.hpp"

namespace tycho::campaign {

namespace {
// Visits that find the same time are enough in this number, however many the case asks for.
constexpr int kAgreeing = 2;
}  // namespace

VisitCount visits_of(const result::RunRecord* record, int planned, bool retry_failed) {
  if (!record || was_cut(*record)) return {0, planned};
  if (retry_failed && record->status == result::Status::kFailed) return {0, planned};
  if (!record->ok() || !record->timing) return {};
  const result::TimingRecord& timing = *record->timing;
  const int made = static_cast<int>(timing.visits.value_or(1));
  const int counted = static_cast<int>(timing.visits_counted());
  const bool all_steps = timing.steps_measured >= timing.steps_requested;
  if (made >= planned && counted >= kAgreeing && all_steps) return {made, 0};
  return {made, std::max(0, std::min(planned - counted, 2 * planned - made))};
}

void JobsLeft::add(const std::function<Job()>& whole, VisitCount visits, int planned,
                   const std::filesystem::path& results) {
  visits.left > 0 ? ++runs : ++done;
  for (int k = 0; k < visits.left; ++k) {
    jobs.push_back(whole());
    Job& job = jobs.back();
    if (!job.unavailable.empty()) break;
    job.visit = visits.made + k + 1;
    job.visits = visits.made + visits.left;
    job.estimate /= planned;
    job.need /= planned;
    expected += job.estimate;
    if (job.visit > 1)
      job.command.argv.insert(job.command.argv.end(), {"--earlier", results.string()});
  }
}

void JobsLeft::sort() {
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const auto& a, const auto& b) { return a.visit < b.visit; });
}

}  // namespace tycho::campaign
