// A time whose interval is too wide is measured again.
#pragma once

#include <functional>
#include <span>

#include "harness/measure/windows.hpp"

namespace tycho::measure {

/// How often a time is measured again at most.
inline constexpr int kMostAgain = 3;

/// Whether the 95% interval of the median is wider than a tenth of it. A single sample has none,
/// and is not called noisy.
bool noisy(std::span<const double> samples);

/// Whether the headline is noisy, or a stage that takes a tenth of the step or more.
bool noisy(const Timing& timing);

/// Measures, and measures again while the timing is noisy: at most kMostAgain times, and not once
/// the whole has taken `seconds` (0: no limit). Gives the first timing that is not noisy, else the
/// one whose headline has the narrowest interval; its `measured_again` says how often.
Timing measure_quietly(const std::function<Timing()>& measure, double seconds,
                       Ranks& ranks = alone());

}  // namespace tycho::measure
