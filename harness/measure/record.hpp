// What a run measured, as a result holds it (docs/formats.md).
#pragma once

#include <span>

#include "harness/case/plan.hpp"
#include "harness/checks/check.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/evolution.hpp"
#include "harness/measure/windows.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

result::TimingRecord timing_record(const cases::RunSpec& run, const Timing& timing);
result::SeriesRecord series_record(const Evolution& evolution);
result::SeriesRecord series_record(const Comparison& comparison);
/// Of an interval: the start and what was seen later.
result::SeriesRecord series_record(const std::vector<std::pair<double, double>>& energy_error);
/// Those that were judged, and apart from them those that were not.
void record_checks(std::span<const checks::CheckResult> results, result::RunOutcome& record);

}  // namespace tycho::measure
