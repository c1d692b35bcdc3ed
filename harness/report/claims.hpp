// The testable sentences of a paper, each tried on one machine's runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

enum class Verdict { kHolds, kHoldsNoLonger, kNotMeasurable };

struct Finding {
  Verdict verdict = Verdict::kNotMeasurable;
  std::string observed;  // what was seen, or why nothing could be
};

/// Tries a claim on the runs of one machine. The tests, all over runs that match `of`:
///   value       the quantity lies in [least, most] in every run
///   ratio       its ratio to the quantity (or `to_quantity`) of the runs matching `to` with the
///               same `same` keys lies there
///   published   its ratio to `over`, a number the paper prints, "t1_grape_{n}", lies there
///   increasing  the quantity never falls by more than `slack` as `by` grows, all else being equal
///   argmax      for each value of `by` outside `except`, `over` = `expect` is within `tolerance`
///               of the best
///   none        no run can tell; `why`
/// Throws UsageError on any other test.
Finding try_claim(const Claim& claim, const Paper& paper, const std::vector<Run>& runs,
                  const Machine& machine);

/// Tries a claim on the paper's own numbers. Not measurable where the paper prints none, with the
/// reason.
Finding try_printed(const Printed& printed, const std::map<std::string, double>& numbers);

}  // namespace tycho::report
