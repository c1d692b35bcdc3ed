// The part of a result's format that is about times (harness/result/fields.hpp has the whole).
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "harness/result/rule.hpp"
#include "harness/result/timing_record.hpp"

namespace tycho::result {

template <typename T, typename Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

inline constexpr std::string_view kStates[] = {"measured", "extrapolated"};
inline constexpr std::string_view kMethods[] = {"clock", "events", "replay", "told"};
inline constexpr std::string_view kGapReasons[] = {"replay",   "marks", "overlap", "ahead",
                                                   "launches", "noise", "ranks"};
inline constexpr std::string_view kThrottleReasons[] = {"sw_power_cap", "hw_slowdown", "sw_thermal",
                                                        "hw_thermal", "hw_power_brake"};
inline constexpr Rule kThree{.least = 0, .fewest = 3, .most = 3};
inline constexpr Rule kMedians{.least = 0, .fewest = 1};
inline constexpr Rule kSamples{.least = 0, .fewest = 1, .most = kMostSamples};

template <typename Visitor, Is<Statistics> T>
void fields(Visitor& visit, T& times) {
  visit("median", times.median, kNotNegative);
  visit("low", times.low, kNotNegative);
  visit("high", times.high, kNotNegative);
  visit("minimum", times.minimum, kNotNegative);
  visit("spread", times.spread, kNotNegative);
  visit("samples", times.samples, kSamples);
  visit("visits", times.visits, kMedians);
  visit("left_out", times.left_out, kMedians);
}

template <typename Visitor, Is<StageRecord> T>
void fields(Visitor& visit, T& stage) {
  visit("method", stage.method, one_of(kMethods));
  visit("calls", stage.calls, kNotNegative);
  visit("step_s", stage.step_s);
  visit("cold_step_s", stage.cold_step_s);
  visit("flops", stage.flops, kNotNegative);
  visit("bytes", stage.bytes, kNotNegative);
  visit("issue_slots", stage.issue_slots, kNotNegative);
  visit("gflops", stage.gflops, kOrNull);
  visit("gbytes", stage.gbytes, kOrNull);
  visit("rank_mean_s", stage.rank_mean_s, kNotNegative);
  visit("imbalance", stage.imbalance, at_least(1));
}

template <typename Visitor, Is<TotalTime> T>
void fields(Visitor& visit, T& total) {
  visit("value", total.value, kNotNegative);
  visit("low", total.low, kNotNegative);
  visit("high", total.high, kNotNegative);
}

template <typename Visitor, Is<ThroughputRecord> T>
void fields(Visitor& visit, T& throughput) {
  visit("unit", throughput.unit);
  visit("count", throughput.count, kNotNegative);
  visit("per_s", throughput.per_s, kOrNull);
  visit("stage", throughput.stage);
  visit("stage_per_s", throughput.stage_per_s, kOrNull);
}

template <typename Visitor, Is<ThrottledRecord> T>
void fields(Visitor& visit, T& throttled) {
  visit("windows", throttled.windows, kNotNegative);
  visit("stages", throttled.stages);
  visit("reasons", throttled.reasons, {.fewest = 1, .words = kThrottleReasons});
}

template <typename Visitor, Is<StepSpan> T>
void fields(Visitor& visit, T& span) {
  visit("from", span.from, kNotNegative);
  visit("to", span.to, at_least(1));
}

template <typename Visitor, Is<StageSteps> T>
void fields(Visitor& visit, T& steps) {
  visit("spans", steps.spans, kNotEmpty);
  visit("clean_step_s", steps.clean_step_s, kNotNegative);
}

template <typename Visitor, Is<EpochRecord> T>
void fields(Visitor& visit, T& epoch) {
  visit("from", epoch.from, kNotNegative);
  visit("to", epoch.to, at_least(1));
  visit("step", epoch.step, kNotNegative);
  visit("steps", epoch.steps, at_least(1));
  visit("step_s", epoch.step_s, kNotNegative);
  visit("stage_s", epoch.stage_s, kNotNegative);
  visit("carrier_s", epoch.carrier_s, kThree);
  visit("carrier_stage_s", epoch.carrier_stage_s, kThree);
  visit("apart", epoch.apart, kOrNull);
  visit("counters", epoch.counters, kOrNull);
}

template <typename Visitor, Is<AlongRecord> T>
void fields(Visitor& visit, T& along) {
  visit("carrier", along.carrier, kFilled);
  visit("sittings", along.sittings, at_least(1));
  visit("epochs", along.epochs, kNotEmpty);
}

template <typename Visitor, Is<TimingRecord> T>
void fields(Visitor& visit, T& timing) {
  visit("steps_requested", timing.steps_requested, at_least(1));
  visit("repeats_requested", timing.repeats_requested, at_least(1));
  visit("steps_measured", timing.steps_measured, kNotNegative);
  visit("repeats_measured", timing.repeats_measured, kNotNegative);
  visit("state", timing.state, one_of(kStates));
  visit("step_s", timing.step_s);
  visit("total_s", timing.total_s);
  visit("passed_s", timing.passed_s, kPositive);
  visit("along", timing.along);
  visit("instrumented_step_s", timing.instrumented_step_s, kNotNegative);
  visit("disturbance", timing.disturbance, kOrNull);
  visit("unattributed_s", timing.unattributed_s);
  visit("mark_cost_s", timing.mark_cost_s, kNotNegative);
  visit("host_waits", timing.host_waits, {.least = 0, .null = true});
  visit("enqueued_step_s", timing.enqueued_step_s, kNotNegative);
  visit("gap_reasons", timing.gap_reasons, {.words = kGapReasons});
  visit("stage_steps", timing.stage_steps);
  visit("stages", timing.stages);
  visit("throughput", timing.throughput);
  visit("throttled", timing.throttled);
  visit("visits", timing.visits, at_least(2));
  visit("measured_again", timing.measured_again, kNotNegative);
}

}  // namespace tycho::result
