// The numbers first: a faster stage that is wrong is no faster stage.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/row.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::compare {

/// A row for every check of the base's run. Worse than `same` are: a check that held in all of
/// BASE's measurements and fails in one of NEW's, one that failed and gets worse or is no number
/// any more, one whose value moved past its run-to-run spread, one that is gone. NEW is judged by
/// the stricter of the two sides' limits; a limit that is another one is added to `other_limits`.
/// Both lists hold one run as it was measured one or more times, the first first.
std::vector<Row> compare_numerics(const std::vector<const result::RunRecord*>& base,
                                  const std::vector<const result::RunRecord*>& fresh,
                                  std::vector<std::string>& other_limits);

/// "3 checks have other limits in NEW, and the stricter one judges; the first: ...".
std::string in_a_line(const std::vector<std::string>& other_limits);

/// Where a value was measured twice or more, what it may move by is twice the range of these
/// values; else this part of the value itself. In either case at least a hundredth of its limit.
inline constexpr double kAssumedSpread = 0.1;
inline constexpr double kPartOfLimit = 0.01;

}  // namespace tycho::compare
