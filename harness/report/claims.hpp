// The testable sentences of a paper. Each has two verdicts: whether it is true of the paper's own
// numbers, and what one machine's runs show of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/verdict.hpp"

namespace tycho::report {

/// Tries a claim on the runs of one machine. The tests, all over runs that match `of`:
///   value       the quantity lies in [least, most] in every run
///   ratio       its ratio to the quantity (or `to_quantity`) of the runs matching `to` with the
///               same `same` keys lies there
///   published   its ratio to `over`, seconds of another machine, "t1_grape_{n}": shown, no verdict
///   increasing  the quantity never falls by more than `slack` as `by` grows, all else being equal
///   argmax      for each value of `by` outside `except`, `over` = `expect` is within `tolerance`
///               of the best
///   none        no run can tell; `why`
/// A test may say of which size it is: `least_n`, below which no run decides, and `published_n`,
/// the paper's size, which is shown beside the size that ran. Sizes that `of` lists must all have
/// run. Throws UsageError on any other test.
Finding try_claim(const Claim& claim, const Paper& paper, const std::vector<Run>& runs,
                  const Machine& machine);

/// Tries a claim on the paper's own numbers. Not measurable where the paper prints none, with the
/// reason. `shares`: what is printed is shown in percent.
Finding try_printed(const Printed& printed, const std::map<std::string, double>& numbers,
                    bool shares = false);

}  // namespace tycho::report
