#include "harness/compare/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "harness/compare/percent.hpp"
#include "harness/statistics/student.hpp"

namespace tycho::compare {

namespace {

// Clocks closer than this are one clock.
constexpr double kClockStep = 0.01;
// The central part of the samples in which the other side's median may not lie.
constexpr double kCentral = 0.8, kCentralOfMany = 0.5;
// Standard errors that a change of a mean step is more than, where few processes show it.
constexpr double kErrorsOfWindows = 2;

std::string counts(const Timed& timed) {
  return std::to_string(timed.base_samples) + " and " + std::to_string(timed.new_samples) +
         " samples";
}

// The ranges of time that clocks alone may account for, with what is not relevant added.
bool clocks_explain(const Timed& timed, const ClockShare& clocks, double minimum_change) {
  const double ratio = 1 + timed.change;
  if (timed.change > 0)
    return clocks.most > 1 + kClockStep && ratio <= clocks.most * (1 + minimum_change);
  return clocks.least < 1 - kClockStep && ratio >= clocks.least * (1 - minimum_change);
}

bool enough_processes(const StagePair& pair) {
  return pair.base.levels.size() >= kEnoughProcesses &&
         pair.fresh.levels.size() >= kEnoughProcesses;
}

bool too_few_samples(const StagePair& pair) {
  return !enough_processes(pair) &&
         std::min(pair.timed.base_samples, pair.timed.new_samples) < kFewestSamples;
}

bool moved_with(const StagePair& pair, const StagePair& step) {
  const double same_way = pair.shift_s > 0 ? step.shift_s : -step.shift_s;
  return same_way >= 0.5 * std::abs(pair.shift_s);
}

// Why the processes do not show it; empty: they do.
std::string within_processes(const Timed& timed, const Options& options) {
  if (!timed.spread)
    return "what processes differ by is not known: measure three times each to tell";
  if (timed.corrected_p <= options.alpha) return "";
  const std::string known =
      timed.degrees_of_freedom == statistics::kKnown
          ? ", assumed for want of measurements: measure three times each to tell"
          : ", learned from " + std::to_string(timed.degrees_of_freedom) + " degrees of freedom";
  return "processes differ by " + percent(*timed.spread) + known +
         "; p = " + short_number(timed.corrected_p) + " after correction";
}

// Samples of different states differ because these do, and where a program got slower in some
// states only, so do their changes. Enough processes say more than they do.
std::string within_windows(const StagePair& pair) {
  const auto off = scatter_one_by_one(pair.base.sessions, pair.fresh.sessions);
  if (enough_processes(pair) || !off || std::abs(pair.timed.change) > kErrorsOfWindows * *off)
    return "";
  return "the spread explains it: one by one the windows leave a change of " + percent(*off) +
         " open";
}

// What the samples show against it; empty: nothing.
std::string within_samples(const StagePair& pair) {
  if (pair.of_states) return within_windows(pair);
  const double base_s = pair.timed.base_s;
  const std::vector<double>&base = pair.base.samples, &fresh = pair.fresh.samples;
  if (within_spread(base, fresh, enough_processes(pair) ? kCentralOfMany : kCentral))
    return "the spread explains it: the samples of the two overlap";
  const double floor = floor_shift(base, fresh);
  if (floor / pair.shift_s < 0.5)
    return "the spread explains it: the fastest tenth of the samples moved by " +
           signed_percent(floor / base_s) + " only";
  const double drifts = drift(pair.base.sessions) + drift(pair.fresh.sessions);
  if (drifts >= std::abs(pair.shift_s))
    return "the spread explains it: the two drift by " + percent(drifts / base_s) +
           " within themselves";
  return "";
}

// Why a relevant difference is not to be believed; empty: it is. A replay runs its stage alone with
// warm caches, and two processes may differ by a tenth in it while their steps take the same time:
// a replay is never evidence by itself, the step is, which is timed without marks.
std::string doubt(const StagePair& pair, const Surroundings& around, const Options& options) {
  const Timed& timed = pair.timed;
  if (too_few_samples(pair)) return "too few samples: " + counts(timed);
  if (clocks_explain(timed, around.clocks, options.minimum_change))
    return "the clocks explain it: " + around.clocks.words;
  const std::string& load = timed.change > 0 ? around.load_if_slower : around.load_if_faster;
  if (!load.empty()) return "the machine was not its own: " + load;
  const Timed& step = around.step->timed;
  if (pair.replayed() && !moved_with(pair, *around.step))
    return "a replay that the step does not bear out: the step moved by " +
           signed_percent(step.change);
  const std::string processes = within_processes(pair.replayed() ? step : timed, options);
  if (!processes.empty())
    return (pair.replayed() ? "the step decides on a replay: " : "") + processes;
  return within_samples(pair);
}

}  // namespace

std::optional<statistics::Spread> usable(const statistics::Spread& learned, const StagePair& pair,
                                         bool on_gpu) {
  const bool of_its_own = pair.scatter.degrees_of_freedom > 0;
  if (learned.known() && of_its_own) return learned;
  if (!learned.known() && !on_gpu) return std::nullopt;
  const std::optional<double> samples =
      pair.of_states ? scatter_one_by_one(pair.base.sessions, pair.fresh.sessions)
                     : std::max(scatter_of(pair.base.samples), scatter_of(pair.fresh.samples));
  if (!samples) return std::nullopt;
  // Other rows know what processes differ by, but not that this one falls into modes.
  if (learned.known())
    return statistics::Spread{std::hypot(learned.sigma, *samples), learned.degrees_of_freedom};
  return statistics::Spread{std::hypot(std::max(learned.sigma, kAssumedProcessSpread), *samples),
                            statistics::kKnown};
}

Row judge(const std::string& run, const StagePair& pair, const Surroundings& around,
          const Options& options) {
  Row row{run, pair.what, Verdict::kSame, "", pair.timed, true, ""};
  const auto withhold = [&](std::string why, bool open) {
    row.verdict = Verdict::kAmbiguous;
    row.reason = std::move(why);
    row.open = open;
  };
  if (!pair.in_both) {
    row.timed.reset();
    row.verdict = Verdict::kMissing;
    row.reason = "no such stage in NEW";
    return row;
  }
  const Timed& timed = pair.timed;
  if (!pair.comparable()) {
    withhold("timed by '" + pair.base_method + "', then by '" + pair.new_method + "'", false);
    return row;
  }
  const bool moved = timed.change != 0 && std::abs(timed.change) >= options.minimum_change;
  const bool relevant = pair.what == kStep || std::abs(timed.step_share) >= options.minimum_share;
  if (moved && !relevant) {
    row.reason = percent(std::abs(timed.step_share)) + " of the step: not relevant";
  } else if (moved) {
    const std::string why = doubt(pair, around, options);
    if (!why.empty())
      // A replay that a still step contradicts leaves nothing open.
      withhold(why, !pair.replayed() || moved_with(pair, *around.step));
    else
      row.verdict = timed.change > 0 ? Verdict::kSlower : Verdict::kFaster;
  } else if (too_few_samples(pair)) {
    withhold("too few samples: " + counts(timed), false);
  }
  return row;
}

}  // namespace tycho::compare
