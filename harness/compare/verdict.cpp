#include "harness/compare/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/compare/percent.hpp"

namespace tycho::compare {

namespace {

constexpr const char* kReplay = "replay";

// Clocks closer than this are one clock.
constexpr double kClockStep = 0.01;

std::string counts(const Timed& timed) {
  return std::to_string(timed.base_samples) + " and " + std::to_string(timed.new_samples) +
         " samples";
}

bool interval_within(const StagePair& pair, double bound) {
  return pair.confidence >= 0.95 && pair.timed.low >= -bound && pair.timed.high <= bound;
}

// The ranges of time that clocks alone may account for, with what is not relevant added.
bool clocks_explain(const Timed& timed, const ClockShare& clocks, double minimum_change) {
  const double ratio = 1 + timed.change;
  if (timed.change > 0)
    return clocks.most > 1 + kClockStep && ratio <= clocks.most * (1 + minimum_change);
  return clocks.least < 1 - kClockStep && ratio >= clocks.least * (1 - minimum_change);
}

constexpr double kStepNoise = 0.015, kEventsNoise = 0.003;

bool enough_sessions(const StagePair& pair) {
  return pair.base.size() >= kEnoughSessions && pair.fresh.size() >= kEnoughSessions;
}

// Sessions must lie apart by this much more than they differ on either side.
constexpr double kBeyondRange = 1.5;

double widest_range(const StagePair& pair) {
  return std::max(session_range(pair.base), session_range(pair.fresh));
}

// A replay runs its stage alone with warm caches, and two processes may differ by a tenth in it
// while their steps take the same time. So the step, which is timed without marks, must bear it
// out: by half the change, and by more than steps differ anyway.
bool step_bears_out(const StagePair& pair, const StagePair& step) {
  const double same_way = pair.shift_s > 0 ? step.shift_s : -step.shift_s;
  const double noise = enough_sessions(step) ? widest_range(step) : kStepNoise * step.timed.base_s;
  return same_way >= 0.5 * std::abs(pair.shift_s) && same_way > noise;
}

// Why a relevant difference is not to be believed; empty: it is.
std::string doubt(const StagePair& pair, const Surroundings& around, const Options& options) {
  const Timed& timed = pair.timed;
  const double noise = process_noise(pair, around.on_cpu);
  if (std::abs(timed.change) < noise)
    return noise < 1 ? "measured in one process each, and such differ by up to " + percent(noise)
                     : "measured in one process each: measure three times to tell";
  if (!timed.testable) return "too few samples: " + counts(timed);
  if (clocks_explain(timed, around.clocks, options.minimum_change))
    return "the clocks explain it: " + around.clocks.words;
  const std::string& load = timed.change > 0 ? around.load_if_slower : around.load_if_faster;
  if (!load.empty()) return "the machine was not its own: " + load;
  if (timed.corrected_p > options.alpha)
    return "within the noise: p = " + short_number(timed.corrected_p) + " after correction";
  const std::vector<double> base = pooled(pair.base), fresh = pooled(pair.fresh);
  if (within_spread(base, fresh, enough_sessions(pair) ? 0.5 : 0.8))
    return "the spread explains it: the samples of the two overlap";
  if (floor_shift(base, fresh) / pair.shift_s < 0.5)
    return "the spread explains it: the fastest tenth of the samples moved by " +
           signed_percent(floor_shift(base, fresh) / timed.base_s) + " only";
  const double drift = std::max(largest_drift(pair.base), largest_drift(pair.fresh));
  if (drift >= std::abs(pair.shift_s))
    return "the spread explains it: one of the two drifts by " + percent(drift / timed.base_s) +
           " within itself";
  const double range = widest_range(pair);
  if (kBeyondRange * range >= std::abs(pair.shift_s))
    return "the spread explains it: one side measured again differs by " +
           percent(range / timed.base_s);
  if (pair.base_method == kReplay && !step_bears_out(pair, *around.step))
    return "a replay that the step does not bear out: the step moved by " +
           signed_percent(around.step->timed.change);
  return "";
}

}  // namespace

double process_noise(const StagePair& pair, bool on_cpu) {
  if (enough_sessions(pair)) return 0;
  if (pair.base_method == kReplay || on_cpu) return std::numeric_limits<double>::infinity();
  return pair.what == kStep ? kStepNoise : kEventsNoise;
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
    withhold("no such stage in NEW; the step tells", false);
    return row;
  }
  const Timed& timed = pair.timed;
  if (pair.base_method != pair.new_method) {
    withhold("timed by '" + pair.base_method + "', then by '" + pair.new_method + "'", false);
    return row;
  }
  const bool moved = std::abs(timed.change) >= options.minimum_change;
  const bool relevant = pair.what == kStep || std::abs(timed.step_share) >= options.minimum_share;
  if (moved && !relevant) {
    row.reason = percent(std::abs(timed.step_share)) + " of the step: not relevant";
  } else if (moved) {
    const std::string why = doubt(pair, around, options);
    if (!why.empty())
      // A replay that a still step contradicts leaves nothing open.
      withhold(why, pair.base_method != kReplay || step_bears_out(pair, *around.step));
    else
      row.verdict = timed.change > 0 ? Verdict::kSlower : Verdict::kFaster;
  } else if (!timed.testable && !interval_within(pair, options.minimum_change) &&
             (judgeable(pair, around.on_cpu) || timed.least_p > 0.05)) {
    withhold("too few samples: " + counts(timed), false);
  }
  return row;
}

}  // namespace tycho::compare
