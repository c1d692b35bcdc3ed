// A recorded paper is one file of one clean commit. A campaign may be made in parts, in several
// sittings; here the parts of a paper become the one file, or are refused.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/result/result.hpp"

namespace tycho::verify {

/// What was measured of one paper in one sitting.
struct Part {
  std::string file;  // where it was read from, for refusals
  result::Result result;
};

/// The runs of all parts, in the order of the parts, with the provenance of the earliest. Throws
/// UsageError naming the files where a commit is not clean or not known, where commits, builds,
/// machines, GPUs or suites differ, or where a run stands twice.
result::Result merge(const std::vector<Part>& parts);

struct Recording {
  std::vector<std::filesystem::path> parts;  // result files, and folders of them
  std::filesystem::path into;                // results/<machine>
  bool replace = false;                      // a recorded file of the paper that is there
};

/// Merges the parts paper by paper and writes <into>/<paper>.json. Nothing is written unless every
/// paper can be. A part that lies in `into` under another name is removed: its runs stand in the
/// one file now. Returns what was done, in words. Throws UsageError where the parts cannot be
/// merged, the merged result does not verify, or `into` holds other results of a paper.
std::string record(const Recording& recording);

}  // namespace tycho::verify
