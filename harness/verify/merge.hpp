// A recorded paper is of one clean commit, and may be measured in parts, in several sittings: here
// the runs of a paper's parts become one result, or are refused.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/result/result.hpp"

namespace tycho::verify {

/// What was measured of one paper in one sitting.
struct Part {
  std::string file;  // where it was read from, for refusals
  result::Result result;
};

/// The results in files, and in folders, by paper. Throws UsageError where a path holds none.
std::map<std::string, std::vector<Part>> parts_by_paper(
    const std::vector<std::filesystem::path>& paths);

/// The runs of all parts, in the order of the parts, with the provenance of the earliest. A run
/// that failed, or was skipped, in one sitting and was made in another stands as it was made.
/// Throws UsageError naming the files where a commit is not clean or not known, where commits,
/// builds, machines, GPUs or suites differ, or where a run was measured twice.
result::Result merge(const std::vector<Part>& parts);

/// Whether the two are one record, as it is written: a NaN is the same as another.
bool is_same(const result::RunRecord& one, const result::RunRecord& other);

/// The text of a merged result. Throws UsageError where it does not verify.
std::string sound_text(const result::Result& whole);

}  // namespace tycho::verify
