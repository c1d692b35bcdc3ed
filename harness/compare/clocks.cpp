#include "harness/compare/clocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include "core/joined.hpp"

namespace tycho::compare {

namespace {

using result::RunRecord;

// No GPU is throttled below this part of its clock; one with nothing to do runs slower still.
constexpr double kAtRest = 0.5;

struct Range {
  double slowest, fastest;  // MHz, or the least and the most of something else
};

/// One of the GPU's two clocks as a run recorded it.
struct RecordedClock {
  const result::Extremes& during;
  std::optional<unsigned> before, after;
};

RecordedClock core_clock(const result::DeviceRecord& device) {
  return {device.clock_mhz, device.clock_before_mhz, device.clock_after_mhz};
}

RecordedClock memory_clock(const result::DeviceRecord& device) {
  return {device.memory_clock_mhz, device.memory_clock_before_mhz, device.memory_clock_after_mhz};
}

// A clock of 0 is none.
std::optional<double> known(const auto& clock) {
  return clock && *clock > 0 ? std::optional<double>(*clock) : std::nullopt;
}

std::optional<Range> range_of(const RecordedClock& clock) {
  if (const auto mean = known(clock.during.mean)) return Range{*mean, *mean};
  const auto before = known(clock.before), after = known(clock.after);
  if (!before && !after) return std::nullopt;
  const double slowest = after.value_or(*(before ? before : after));
  const double fastest = std::max(slowest, before.value_or(slowest));
  return Range{slowest < kAtRest * fastest ? fastest : slowest, fastest};
}

using ClockOf = RecordedClock (*)(const result::DeviceRecord&);

std::optional<Range> clocks_of(const std::vector<const RunRecord*>& runs, ClockOf clock) {
  std::optional<Range> all;
  for (const RunRecord* run : runs) {
    const auto one = run->device ? range_of(clock(*run->device)) : std::nullopt;
    if (!one) continue;
    if (!all) all = one;
    all = Range{std::min(all->slowest, one->slowest), std::max(all->fastest, one->fastest)};
  }
  return all;
}

std::string text(const Range& range) {
  const auto whole = [](double mhz) { return std::to_string(std::llround(mhz)); };
  const std::string slowest = whole(range.slowest), fastest = whole(range.fastest);
  return slowest == fastest ? slowest : fastest + " to " + slowest;
}

// The least and the most that others used of the cores.
std::optional<Range> others_of(const std::vector<const RunRecord*>& runs) {
  std::optional<Range> all;
  for (const RunRecord* run : runs) {
    if (!run->device || !run->device->other_cores) continue;
    const double used = *run->device->other_cores;
    if (!all) all = Range{used, used};
    all = Range{std::min(all->slowest, used), std::max(all->fastest, used)};
  }
  return all;
}

// How many cores the load may be misread by in a short run, from counters that tick every 10 ms.
constexpr double kLoadNoise = 0.25;

std::string one_digit(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

// Of the instructions a second that the cores did in the mean, the part by which they may differ
// without being called shared.
constexpr double kCoresDiffer = 0.05;

std::optional<double> core_gops_of(const std::vector<const RunRecord*>& runs) {
  double sum = 0;
  for (const RunRecord* run : runs) {
    if (!run->device || !run->device->core_gops) return std::nullopt;
    sum += *run->device->core_gops;
  }
  return sum / static_cast<double>(runs.size());
}

// "cores did 8.8, then 4.4 billion instructions a second"; empty where that explains nothing.
std::string cores_explain(const std::vector<const RunRecord*>& base,
                          const std::vector<const RunRecord*>& fresh, bool slower) {
  const auto before = core_gops_of(base), after = core_gops_of(fresh);
  if (!before || !after) return "";
  const double least = (1 - kCoresDiffer) * (slower ? *before : *after);
  if ((slower ? *after : *before) >= least) return "";
  return "cores did " + one_digit(*before) + ", then " + one_digit(*after) +
         " billion instructions a second";
}

}  // namespace

ClockShare clock_share(const std::vector<const RunRecord*>& base,
                       const std::vector<const RunRecord*>& fresh) {
  ClockShare share;
  // A stage is bound by one of the two clocks: the one that accounts for more is given credit.
  for (const auto& [clock, name] :
       {std::pair<ClockOf, const char*>{core_clock, "clock"}, {memory_clock, "memory clock"}}) {
    const auto before = clocks_of(base, clock), after = clocks_of(fresh, clock);
    if (!before || !after) continue;
    share.least = std::min(share.least, before->slowest / after->fastest);
    share.most = std::max(share.most, before->fastest / after->slowest);
    const bool steady = std::llround(before->slowest) == std::llround(before->fastest);
    if (steady && text(*before) == text(*after)) continue;
    join_to(share.words,
            std::string(name) + " " + text(*before) + " MHz, then " + text(*after) + " MHz");
  }
  return share;
}

std::string load_explains(const std::vector<const RunRecord*>& base,
                          const std::vector<const RunRecord*>& fresh, int cores, bool slower) {
  const std::string shared = cores_explain(base, fresh, slower);
  const auto before = others_of(base), after = others_of(fresh);
  if (!before || !after || cores < 1) return shared;
  // Of a run that asked for all threads, those that it took.
  double threads = 0;
  for (const RunRecord* run : slower ? fresh : base)
    threads = std::max<double>(threads, run->threads_used.value_or(run->threads));
  const double crowded = slower ? after->fastest : before->fastest;
  const double other = slower ? before->slowest : after->slowest;
  if (threads + crowded <= cores + kLoadNoise || crowded <= other + kLoadNoise) return shared;
  return "other processes used " + one_digit(slower ? before->slowest : before->fastest) +
         " cores, then " + one_digit(slower ? after->fastest : after->slowest) + " of " +
         std::to_string(cores);
}

}  // namespace tycho::compare
