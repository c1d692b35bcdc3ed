#include "harness/verify/timing_consistency.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "harness/measure/statistics.hpp"
#include "harness/verify/finder.hpp"

namespace tycho::verify {

namespace {

using result::place;
using result::RunRecord;
using result::Statistics;
using result::Where;

class TimingConsistency : public Finder {
 public:
  using Finder::Finder;

  void timing(const result::TimingRecord& timing, const Where& at, std::optional<double> wall_s) {
    statistics(timing.step_s, place(at, timing, timing.step_s), timing.repeats_measured);
    total(timing, place(at, timing, timing.total_s));
    if (timing.along) along(timing, at);
    if (timing.passed_s) passed(timing, at);
    const double median = timing.step_s.median;
    const double measured = static_cast<double>(timing.steps_measured);
    if (timing.extrapolated() == (timing.steps_measured >= timing.steps_requested))
      add(place(at, timing, timing.state),
          "is " + timing.state + ", but " + result::seven_digits(measured) + " of " +
              result::seven_digits(static_cast<double>(timing.steps_requested)) +
              " steps were measured");
    const double repeats = static_cast<double>(timing.repeats_measured);
    const double kept = static_cast<double>(timing.step_s.samples.size());
    if (kept != std::min(repeats, static_cast<double>(result::kMostSamples)))
      add(place(at, timing, timing.repeats_measured),
          "is " + result::seven_digits(repeats) + ", but there are " + result::seven_digits(kept) +
              " samples of the step");
    double sum = 0, largest = median;
    const Where stages = place(at, timing, timing.stages);
    for (const auto& [name, one] : timing.stages) {
      stage(one, {stages, name});
      sum += one.step_s.median;
      largest = std::max(largest, one.step_s.median);
    }
    const double clean = timing.clean_step_s();
    follows(at, timing, timing.unattributed_s, clean - sum, "the step less its stages", kOfProducts,
            largest);
    if (clean > 0 && timing.instrumented_step_s)
      follows(at, timing, timing.disturbance, *timing.instrumented_step_s / clean - 1,
              "the instrumented step over the step, less 1", kOfProducts, 1);
    gaps(timing, at);
    if (timing.throttled)
      for (const std::int64_t window : timing.throttled->windows)
        if (window >= timing.repeats_measured)
          add(place(at, timing, timing.throttled),
              "window " + std::to_string(window) + " is none of the " +
                  result::seven_digits(repeats) + " that were timed");
    // Seconds, not milliseconds: the windows fit into the run.
    if (wall_s && measured * timing.step_s.minimum > 1.01 * *wall_s + 1)
      add(place(at, timing, timing.step_s),
          "cannot be seconds: " + result::seven_digits(measured) + " steps of at least " +
              result::seven_digits(timing.step_s.minimum) +
              " s do not fit into wall_s = " + result::seven_digits(*wall_s));
  }

 private:
  /// `measured` is how many samples there were before they were thinned, where that is known.
  void statistics(const Statistics& times, const Where& at,
                  std::optional<std::int64_t> measured = {}) {
    // The interval reaches to samples and medians of visits that were stored with fewer digits.
    const auto in_order = [](double less, double more) { return less <= more * (1 + kOfSamples); };
    if (!(in_order(times.minimum, times.low) && in_order(times.low, times.median) &&
          in_order(times.median, times.high)))
      add(at,
          "minimum <= low <= median <= high does not hold: " + result::seven_digits(times.minimum) +
              ", " + result::seven_digits(times.low) + ", " + result::seven_digits(times.median) +
              ", " + result::seven_digits(times.high));
    const std::vector<double>& samples = times.samples;
    const double least = *std::min_element(samples.begin(), samples.end());
    if (least < times.minimum * (1 - kOfSamples))
      add(place(at, times, samples),
          "a sample of " + result::seven_digits(least) + " is below the minimum");
    const auto kept = static_cast<std::int64_t>(samples.size());
    if (samples.size() == result::kMostSamples && measured.value_or(kept + 1) > kept)
      return thinned_median(times, at);
    const measure::Summary summary =
        measure::summarize(samples, {times.visits.value_or(std::vector<double>{}),
                                     times.left_out.value_or(std::vector<double>{})});
    const std::string from = "that of the samples";
    follows(at, times, times.median, summary.median, from, kOfSamples);
    follows(at, times, times.minimum, summary.minimum, from, kOfSamples);
    follows(at, times, times.low, summary.low, from, kOfSamples);
    follows(at, times, times.high, summary.high, from, kOfSamples);
    follows(at, times, times.spread, summary.spread, from, kOfSamples, times.median);
  }

  // Of many samples every k-th is kept. The median of all has a rank among the kept that a throw of
  // as many coins gives: 100 give or take 7, and six times as much does not come about.
  void thinned_median(const Statistics& times, const Where& at) {
    std::vector<double> sorted = times.samples;
    std::sort(sorted.begin(), sorted.end());
    const double low = sorted[sorted.size() / 2 - 42], high = sorted[sorted.size() / 2 + 42];
    if (times.median < low * (1 - kOfSamples) || times.median > high * (1 + kOfSamples))
      add(place(at, times, times.median),
          "is " + result::seven_digits(times.median) + ", but of its samples the middle ones are " +
              result::seven_digits(low) + " to " + result::seven_digits(high));
  }

  void stage(const result::StageRecord& stage, const Where& at) {
    statistics(stage.step_s, place(at, stage, stage.step_s));
    const double median = stage.step_s.median;
    if (stage.calls && !(stage.calls->value() > 0))
      add(place(at, stage, stage.calls), "a stage that was timed was called");
    if (!(median > 0)) return;
    if (stage.flops)
      follows(at, stage, stage.gflops, *stage.flops / median * 1e-9, "flops over the median");
    if (stage.bytes)
      follows(at, stage, stage.gbytes, *stage.bytes / median * 1e-9, "bytes over the median");
  }

  // The time of all steps requested follows from the time of those measured.
  void total(const result::TimingRecord& timing, const Where& at) {
    const result::TotalTime& total = timing.total_s;
    if (timing.along) {
      const result::TotalTime expected = result::total_of(*timing.along);
      const std::string from = "what follows from the epochs";
      follows(at, total, total.value, expected.value, from);
      follows(at, total, total.low, expected.low, from);
      follows(at, total, total.high, expected.high, from);
      return;
    }
    const double requested = static_cast<double>(timing.steps_requested);
    const double measured = static_cast<double>(timing.steps_measured);
    const auto part = [&](const double& found, const std::string& of, double step) {
      if (timing.passed_s && measured > 0)
        follows(at, total, found, *timing.passed_s * requested / measured,
                "passed_s for all steps_requested");
      else
        follows(at, total, found, requested * step, "steps_requested times the step's " + of);
    };
    part(total.value, "median", timing.step_s.median);
    part(total.low, "low", timing.step_s.low);
    part(total.high, "high", timing.step_s.high);
  }

  // A window of an evolution is one step or more, and its sample the mean over them. How many they
  // are is not stored, so all windows together lie between two sums: every window is one step, and
  // all other steps are as short as the shortest, or as long as the longest.
  void passed(const result::TimingRecord& timing, const Where& at) {
    const std::vector<double>& samples = timing.step_s.samples;
    const auto windows = static_cast<double>(timing.repeats_measured);
    const auto steps = static_cast<double>(timing.steps_measured);
    if (steps < windows)
      return add(place(at, timing, timing.steps_measured),
                 "are " + result::seven_digits(steps) + ", fewer than the " +
                     result::seven_digits(windows) + " windows");
    const double passed_s = *timing.passed_s;
    const bool all_kept = windows == static_cast<double>(samples.size());
    const auto [shortest, longest] = std::minmax_element(samples.begin(), samples.end());
    const double sum = std::accumulate(samples.begin(), samples.end(), 0.0);
    const double least =
        all_kept ? sum + (steps - windows) * *shortest : steps * timing.step_s.minimum;
    if (passed_s < least * (1 - kOfSamples))
      add(place(at, timing, timing.passed_s), "is " + result::seven_digits(passed_s) +
                                                  ", but the windows take " +
                                                  result::seven_digits(least) + " at least");
    const double most = sum + (steps - windows) * *longest;
    if (all_kept && passed_s > most * (1 + kOfSamples))
      add(place(at, timing, timing.passed_s), "is " + result::seven_digits(passed_s) +
                                                  ", but the windows take " +
                                                  result::seven_digits(most) + " at most");
  }

  // The stretches of the epochs are the steps that were asked for, each with its timed steps
  // within, and what is said of a step is what the epochs say.
  void along(const result::TimingRecord& timing, const Where& at) {
    const Where here = place(at, timing, timing.along);
    const result::AlongRecord& along = *timing.along;
    const Where list = place(here, along, along.epochs);
    const std::vector<double> worth = result::worth_of(along);
    std::int64_t next = 0, timed = 0;
    for (std::size_t k = 0; k < along.epochs.size(); ++k) {
      const result::EpochRecord& epoch = along.epochs[k];
      if (epoch.from != next || epoch.to <= epoch.from)
        add({list, k}, "its stretch is from " + std::to_string(epoch.from) + " to " +
                           std::to_string(epoch.to) + ", and does not begin at " +
                           std::to_string(next) + ", where the last one ended");
      if (epoch.step < epoch.from || epoch.step + epoch.steps > epoch.to)
        add({list, k}, "the steps that were timed are not in its stretch");
      // A file keeps a part of many samples.
      if (timing.step_s.samples.size() == along.epochs.size() &&
          !close(epoch.step_s, timing.step_s.samples[k], kOfSamples))
        add({list, k}, "step_s is " + result::seven_digits(epoch.step_s) + ", but the sample is " +
                           result::seven_digits(timing.step_s.samples[k]));
      next = epoch.to;
      timed += epoch.steps;
    }
    if (next != timing.steps_requested)
      add(list, "end at step " + std::to_string(next) + ", but " +
                    std::to_string(timing.steps_requested) + " were asked for");
    follows(at, timing, timing.steps_measured, static_cast<double>(timed), "the epochs' sum");
    const auto mean = [&](const auto& of) {
      double sum = 0;
      for (std::size_t k = 0; k < worth.size(); ++k) sum += worth[k] * of(along.epochs[k]);
      return sum / static_cast<double>(timing.steps_requested);
    };
    for (const auto& [name, one] : timing.stages) {
      const double expected = mean([&, stage = name](const result::EpochRecord& epoch) {
        const auto found = epoch.stage_s.find(stage);
        return found == epoch.stage_s.end() ? 0 : found->second;
      });
      follows({place(at, timing, timing.stages), name}, one.step_s, one.step_s.median, expected,
              "the epochs' mean", kOfSamples);
    }
  }

  // A record with stage_steps also says why stages and step are apart.
  void gaps(const result::TimingRecord& timing, const Where& at) {
    if (!timing.stage_steps) return;
    const Where here = place(at, timing, timing.stage_steps);
    for (const result::StepSpan& span : timing.stage_steps->spans)
      if (span.from >= span.to)
        add(place(here, *timing.stage_steps, timing.stage_steps->spans),
            "a span ends before it begins: from " + std::to_string(span.from) + " to " +
                std::to_string(span.to));
    const double tenth = 0.1 * timing.clean_step_s();
    const double disturbed = timing.disturbance.value_or(0) * timing.clean_step_s();
    const bool apart =
        std::abs(timing.unattributed_s.value_or(0)) > tenth || std::abs(disturbed) > tenth;
    if (apart != timing.gap_reasons.has_value() && tenth > 0)
      add(place(at, timing, timing.unattributed_s),
          apart ? "is, or the disturbance is, above a tenth of the step, and gap_reasons is absent"
                : "and the disturbance are within a tenth of the step, but gap_reasons is there");
  }
};

// Nothing where the run had several sittings: wall_s is of the last.
std::optional<double> wall_of_all_sittings(const RunRecord& run) {
  if (run.timing->along && run.timing->along->sittings > 1) return std::nullopt;
  if (!run.counters) return run.wall_s;
  const auto sittings = run.counters->find("sittings");
  const bool several = sittings != run.counters->end() && sittings->second.value() > 1;
  return several ? std::nullopt : std::optional(run.wall_s);
}

}  // namespace

void check_timing(const RunRecord& run, const Where& at, Findings& findings) {
  TimingConsistency(findings).timing(*run.timing, at, wall_of_all_sittings(run));
}

}  // namespace tycho::verify
