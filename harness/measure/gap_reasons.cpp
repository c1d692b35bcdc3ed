#include "harness/measure/gap_reasons.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

// An interval of the median wider than this to either side is noise.
constexpr double kNoisy = 0.1;
// Of a gap, the part that a cause must account for.
constexpr double kAccountsFor = 0.5;
// More waits in a step with marks than in one without: the step is otherwise enqueued ahead.
constexpr double kMoreWaits = 0.5;

// Of a window, the part that enqueueing must take at least.
constexpr double kByHost = 0.5;

bool by_replay(const StageTiming& stage) { return stage.method == "replay"; }

// What marks add to the times of stages that lie between them.
double marks_in_stages_s(const Timing& timing) {
  double calls = 0;
  for (const StageTiming& stage : timing.stages)
    if (!by_replay(stage)) calls += stage.calls;
  return calls * timing.mark_cost_s;
}

// What marks make a step longer by. On the host a mark is a reading of the clock, and a call is
// longer by two readings: twice the time from one reading to the next. (Waits are counted of a
// device alone.)
double marks_in_step_s(const Timing& timing) {
  const double readings = timing.marked_waits ? 1 : 2;
  double calls = 0;
  for (const StageTiming& stage : timing.stages) calls += stage.calls;
  return calls * readings * timing.mark_cost_s;
}

// What would be unattributed had no stage been replayed, without the cost of their marks.
double unattributed_without_replays(const Timing& timing, double unattributed_s) {
  double within = 0;
  for (const StageTiming& stage : timing.stages)
    if (by_replay(stage))
      within += std::max(0.0, stage.between_marks_s - stage.calls * timing.mark_cost_s) -
                summarize(stage.step_s).median;
  return unattributed_s - within;
}

// A stage's time is that of the slowest rank, and the slowest is not the same in every stage: their
// sum is longer than any rank's step, by at most this much.
double waited_for_ranks(const Timing& timing) {
  double longer = 0;
  for (const StageTiming& stage : timing.stages)
    if (stage.rank_mean_s) longer += stage.between_marks_s - *stage.rank_mean_s;
  return longer;
}

// Whether the host waits in a step with marks and not in one without.
bool goes_ahead(const Timing& timing) {
  if (!timing.host_waits || !timing.marked_waits || timing.marks_in_headline) return false;
  const auto per_step = [](std::int64_t waits, std::int64_t steps) {
    return static_cast<double>(waits) / static_cast<double>(std::max<std::int64_t>(steps, 1));
  };
  const auto windows = timing.earlier.windows + static_cast<std::int64_t>(timing.windows.size());
  return per_step(*timing.marked_waits, timing.steps_marked) -
             per_step(*timing.host_waits - windows, timing.steps_measured()) >
         kMoreWaits;
}

// Whether steps go at the pace at which the host enqueues them: enqueueing takes at least kByHost
// of a window, and at its end the device has less than a step left to do. (Where the device is
// slower than the host, the host is either done early or many steps ahead.)
bool at_the_hosts_pace(const Timing& timing) {
  const Timing::Enqueued& seen = timing.enqueued;
  if (seen.windows == 0 || seen.steps == 0) return false;
  const double step = seen.window_s / static_cast<double>(seen.steps);
  const double left = (seen.window_s - seen.host_s) / static_cast<double>(seen.windows);
  return seen.host_s >= kByHost * seen.window_s && left < step;
}

// A contract whose stages can run beside one another has a choice of this name.
bool overlaps(const Settings& settings) {
  const auto& choices = settings.choices();
  const auto found = choices.find("overlap");
  return found != choices.end() && found->second == "yes";
}

bool scattered(const std::vector<double>& samples) {
  return samples.size() > 1 && relative_half_width(summarize(samples)) > kNoisy;
}

}  // namespace

std::optional<std::vector<std::string>> gap_reasons(const Timing& timing, const Settings& settings,
                                                    double unattributed_s) {
  const double step = timing.clean_step_s, tenth = kLargestGap * step;
  const double marked = timing.marked_step_s.empty() || timing.marks_in_headline
                            ? step
                            : summarize(timing.marked_step_s).median;
  const double longer = marked - step;
  const bool apart = std::abs(unattributed_s) > tenth, disturbed = std::abs(longer) > tenth;
  if (!apart && !disturbed) return std::nullopt;
  std::vector<std::string> reasons;
  const bool any_replayed = std::any_of(timing.stages.begin(), timing.stages.end(), by_replay);
  if (apart && any_replayed &&
      std::abs(unattributed_without_replays(timing, unattributed_s)) < std::abs(unattributed_s))
    reasons.emplace_back("replay");
  if ((longer > tenth && marks_in_step_s(timing) >= kAccountsFor * longer) ||
      (unattributed_s < -tenth && marks_in_stages_s(timing) >= -kAccountsFor * unattributed_s))
    reasons.emplace_back("marks");
  if (unattributed_s < -tenth && waited_for_ranks(timing) >= -kAccountsFor * unattributed_s)
    reasons.emplace_back("ranks");
  if (overlaps(settings)) reasons.emplace_back("overlap");
  if (goes_ahead(timing)) reasons.emplace_back("ahead");
  if (at_the_hosts_pace(timing)) reasons.emplace_back("launches");
  // Epochs of a run differ without noise.
  if ((!timing.along && scattered(timing.step_s)) || scattered(timing.marked_step_s))
    reasons.emplace_back("noise");
  return reasons;
}

}  // namespace tycho::measure
