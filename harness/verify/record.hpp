// The results of a machine: what campaigns measured becomes a file of its folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tycho::verify {

struct Recording {
  std::vector<std::filesystem::path> parts;  // result files, and folders of them
  std::filesystem::path into;                // results/<machine>
  bool replace = false;                      // what is recorded already
};

/// Of a campaign that is under way, the file that keeps the runs it has so far:
/// <into>/<paper>-<commit>.json, by the first twelve digits of the commit.
std::filesystem::path unfinished_file(const std::filesystem::path& into, const std::string& paper,
                                      const std::string& commit);

/// Merges the parts paper by paper, each with the unfinished file of its commit where there is one,
/// and writes <into>/<paper>.json. Nothing is written unless every paper can be. A part that lies
/// in `into` under another name is removed: its runs stand in the one file now. Returns what was
/// done, in words, a line a file. Throws UsageError where the parts cannot be merged, the merged
/// result does not verify, or `into` holds other results of a paper.
std::string record(const Recording& recording);

/// The same into the unfinished file, whose runs stay; and takes the runs that it holds then out of
/// all other files of the paper in `into`. A run that the parts have not made stays where it was
/// made. The unfinished file is on the disk before another is shortened, so that a kill loses
/// nothing, and the same call again completes it. Throws UsageError as `record`, but for the other
/// results, and where a run would replace one that was measured at the same commit, or later.
std::string record_partly(const Recording& recording);

}  // namespace tycho::verify
