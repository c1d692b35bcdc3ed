// What one quantity of lines comes to where another is equal: the time at an equal error, say.
#pragma once

#include <string>
#include <vector>

#include "harness/report/figure.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// A line of an exhibit of one quantity against another, its points by rising x.
struct EqualLine {
  std::string label;
  std::vector<Point> points;
  bool noisy = false;   // a point is a noisy time
  bool untold = false;  // or one of threads that nobody bound to cores
};

/// How many times faster than the first line the fastest other is, at both ends of the x that both
/// reach; between its points a line is read on logarithmic axes. A line of unbound threads is left
/// out. Empty where no two lines reach an x in common, or none is faster.
std::string equal_sentence(const Exhibit& exhibit, std::vector<EqualLine> lines);

}  // namespace tycho::report
