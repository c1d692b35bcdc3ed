// The numbers first: a faster stage that is wrong is no faster stage.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/row.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::compare {

/// Checks, in words, that are to be told of whatever became of them.
struct OtherChecks {
  std::vector<std::string> limits;    // those that have other limits in NEW
  std::vector<std::string> only_new;  // those that hold in NEW, and that BASE lacks
};

/// A row for every check of the base's run. Worse than `same` are: a check that held in all of
/// BASE's measurements and fails in one of NEW's, one that failed and gets worse or is no number
/// any more, one whose value moved past its run-to-run spread, one that is gone. NEW is judged by
/// the stricter of the two sides' limits. A check that BASE lacks has a row where it fails.
/// Both lists hold one run as it was measured one or more times, the first first.
std::vector<Row> compare_numerics(const std::vector<const result::RunRecord*>& base,
                                  const std::vector<const result::RunRecord*>& fresh,
                                  OtherChecks& others);

/// "3 checks have other limits in NEW, and the stricter one judges; the first: ...".
std::vector<std::string> in_lines(const OtherChecks& others);

/// Where a value was measured twice or more, what it may move by is twice the range of these
/// values; else this part of the value itself. In either case at least a hundredth of its limit.
inline constexpr double kAssumedSpread = 0.1;
inline constexpr double kPartOfLimit = 0.01;

}  // namespace tycho::compare
