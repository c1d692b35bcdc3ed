// One side of a comparison: what was measured, and measured again.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/past_processes.hpp"
#include "harness/result/result.hpp"

namespace tycho::compare {

/// One measurement of a campaign: its results, a paper each.
struct Measurement {
  std::string origin;  // the path it was read from
  std::vector<result::Result> results;
};

/// The records of runs, by their names; both stand in a Side.
using Runs = std::map<std::string_view, std::vector<const result::RunRecord*>>;

/// The first measurement says what there is; the others are the same runs measured again, in other
/// processes, and tell how far such measurements lie apart.
struct Side {
  std::vector<Measurement> measurements;
  std::vector<PastPromotion> past;  // of a baseline, oldest first

  /// The records of every run of the first measurement, that one's first.
  Runs runs() const;
  /// Every run of the first measurement, in its order.
  std::vector<std::string> ids() const;
  const std::vector<result::Result>& results() const { return measurements.front().results; }
};

/// Re-measurements in a baseline's folder stand in folders of this name and a number.
inline constexpr const char* kAgainFolder = "again-";

/// Reads a result file, or the results of a folder: a campaign's, a machine's, or a baseline with
/// its re-measurements. `again` are further ones. Throws UsageError where there is no result, where
/// one is not sound, or where two results of one measurement hold the same run.
Side load_side(const std::filesystem::path& path, const std::vector<std::filesystem::path>& again);

}  // namespace tycho::compare
