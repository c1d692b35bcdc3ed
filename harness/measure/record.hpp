// What a run measured, as a result holds it (docs/formats.md).
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "harness/case/plan.hpp"
#include "harness/checks/check.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/evolution.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

nlohmann::json timing_record(const cases::RunSpec& run, const Timing& timing);
nlohmann::json series_record(const Evolution& evolution);
nlohmann::json series_record(const Comparison& comparison);
/// Of an interval: the start and what was seen later.
nlohmann::json series_record(const std::vector<std::pair<double, double>>& energy_error);
nlohmann::json check_records(std::span<const checks::CheckResult> results);

}  // namespace tycho::measure
