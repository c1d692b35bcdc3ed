// The numbers first: a faster stage that is wrong is no faster stage.
#pragma once

#include <vector>

#include "harness/compare/row.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::compare {

/// A row for every check of the base's run: one that held and fails now, one that is gone, and one
/// whose value moved past its run-to-run spread are worse than `same`. Both lists hold one run as
/// it was measured one or more times, the first first.
std::vector<Row> compare_numerics(const std::vector<const result::RunRecord*>& base,
                                  const std::vector<const result::RunRecord*>& fresh);

/// Where a value was measured twice or more, what it may move by is twice the range of these
/// values; else this part of the value itself. In either case at least a hundredth of its limit.
inline constexpr double kAssumedSpread = 0.1;
inline constexpr double kPartOfLimit = 0.01;

}  // namespace tycho::compare
