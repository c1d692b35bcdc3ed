// A factor between two times, or between a time and a number of a paper: printed down to its first
// uncertain digit (docs/timing.md, "The digits of a factor").
#pragma once

#include <string>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// How well one side of a factor is known.
struct Known {
  std::optional<double> off;  // in parts of the number; nothing where nobody knows
  int most_digits = 3;
};

/// A measured time: by the larger of half its interval and of what processes that run the same
/// scatter by. Times of a CPU give no more than two digits.
Known known(const Run& run, const Estimate& time, const Evidence& evidence);
/// By half a unit of the last digit that the paper prints.
Known known(const PublishedValue& value);

/// As many digits of a published number as the paper prints, up to three.
int digits_of(const PublishedValue& value);

/// "190", "13", "1500".
std::string factor_text(double factor, const std::vector<Known>& sides);
/// Of a speed-up, by half its interval.
std::string factor_text(const Estimate& speedup);
/// An end of what a factor over a noisy time lies between.
std::string factor_end_text(double end);

inline constexpr const char* kFactorDigits =
    "A factor ends at its first uncertain digit (docs/timing.md).";

}  // namespace tycho::report
