// What a checkpoint holds beside its state, as JSON: numbers, which may be NaN, and times.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// NaN, which JSON has not, is null.
double or_nan(const nlohmann::json& value);
std::vector<double> numbers(const nlohmann::json& values);

/// The times of a way up to its state.
nlohmann::json times_of(const Timing& timing);
/// Puts them back. The steps of earlier sittings count as windows of a day ago: what a GPU's watch
/// sees now says nothing of them.
void take_times(const nlohmann::json& times, Timing& timing);

/// What to throw where a checkpoint has the sum that was written with it, and no such way.
[[noreturn]] void refuse_way(const std::string& why);

}  // namespace tycho::measure
