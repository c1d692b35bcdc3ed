// A factor between two times, or between a time and a number of a paper, as it is printed anywhere:
// in tables, sentences, figures, the README. The one rule of its digits (docs/timing.md, "The
// digits of a factor"): a factor has two digits, and a third where its interval leaves no earlier
// one uncertain. Where one of its sides is a noisy time, the two ends of the interval are printed
// instead, each with two digits.
#pragma once

#include <optional>
#include <string>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// A number, and from where to where it can lie.
struct Known {
  Estimate value;
  bool noisy = false;  // a noisy time, or what follows from one
};

/// A number of a run. A time that was measured once has no interval of its own, and is taken to be
/// uncertain by a tenth to either side (verdict.hpp). Nothing where the run does not have it.
std::optional<Known> known(const Run& run, const std::string& quantity);
/// Uncertain by half a unit of the last digit that the paper prints.
Known known(const PublishedValue& value);

/// How many times the second the first is.
Known factor_of(const Known& over, const Known& under);

/// "190", "13.4", "1500"; of a noisy one "30 to 60".
std::string factor_text(const Known& factor);
/// One end of such a range.
std::string factor_end_text(double end);

/// As many digits of a published number as the paper prints, up to three.
int digits_of(const PublishedValue& value);

inline constexpr const char* kFactorDigits =
    "A factor has two digits, and a third where its interval leaves no earlier one uncertain "
    "(docs/timing.md).";

}  // namespace tycho::report
