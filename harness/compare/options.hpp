// The options of a comparison.
#pragma once

#include <string>
#include <vector>

namespace tycho::compare {

struct Options {
  /// Chance, where nothing changed, that any stage of the whole comparison is called slower or
  /// faster.
  double alpha = 0.01;
  /// A change of a stage is relevant from this part of its time on...
  double minimum_change = 0.03;
  /// ...and from this part of its step's time on.
  double minimum_share = 0.005;
  /// Runs of the base that the new side was not asked for, or skipped, count as missing.
  bool require_all = false;
  /// Only runs, or stages of them ("<run>/<stage>"), that match one of these patterns.
  std::vector<std::string> only;
};

}  // namespace tycho::compare
