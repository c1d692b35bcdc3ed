// Many rows are tested at once, and a campaign in which nothing changed must not raise an alarm
// because one of five hundred tests came out unlucky.
//
// Holm's step-down correction bounds the chance of any false alarm in the whole comparison, which
// is what an exit code stands for. Benjamini and Hochberg's bounds the share of false ones among
// the alarms; it needs independence or a benign dependence, and stages of one run share a clock and
// a cache. Where nothing changed, the two chances are the same.
#pragma once

#include <span>
#include <vector>

namespace tycho::statistics {

/// Adjusted for all of them together, in the order given: significant where it is at most alpha.
std::vector<double> holm(std::span<const double> p);

}  // namespace tycho::statistics
