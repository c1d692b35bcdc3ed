// Why the stages of a run do not add up to its step, or why marks make a step longer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/settings.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// A gap of more than this part of a step asks for a reason.
inline constexpr double kLargestGap = 0.1;

/// The known reasons of a gap (docs/timing.md, rule 4), empty where none is known. Nothing where
/// there is no gap: `unattributed_s` and the difference that the marks make are within kLargestGap
/// of the step.
std::optional<std::vector<std::string>> gap_reasons(const Timing& timing, const Settings& settings,
                                                    double unattributed_s);

}  // namespace tycho::measure
