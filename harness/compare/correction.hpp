// Many stages are tested at once, and a campaign in which nothing changed must not raise an alarm
// because one of five hundred tests came out unlucky.
//
// Holm's step-down correction bounds the chance of any false alarm in the whole comparison, which
// is what an exit code stands for. Benjamini and Hochberg's bounds the share of false ones among
// the alarms; it needs independence or a benign dependence, and stages of one run share a clock and
// a cache. Where nothing changed, the two chances are the same.
//
// Tarone's refinement: a test that could not reach the threshold whatever its samples (two windows
// against two) cannot raise a false alarm and is not counted. Whether it could depends on the
// numbers of samples alone, so this costs nothing.
#pragma once

#include <span>
#include <vector>

namespace tycho::compare {

struct Tested {
  double p = 1, least_p = 1;
};

struct Corrected {
  double p = 1;           // adjusted: significant where it is at most alpha
  bool testable = false;  // enough samples to ever be significant among this number of tests
};

/// In the order given.
std::vector<Corrected> correct(std::span<const Tested> tests, double alpha);

}  // namespace tycho::compare
