// A folder beside the finished files, in which they are made; removed in the end, unless killed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/own_files.hpp"

namespace tycho::report {

class Workshop {
 public:
  /// With the figures that the report has: what did not change need not be drawn again. Throws
  /// WriteError where there cannot be a folder. A folder that was made for a report that did not
  /// come off is removed again.
  explicit Workshop(const std::filesystem::path& output);
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop();

  std::filesystem::path figures() const { return folder_ / "figures"; }
  void write(const std::string& name, const std::string& text);
  /// The two files of a figure that was drawn in figures(), or was there and is the same.
  void keep_figure(const std::string& id);
  /// Moves what was written or kept into the report's folder, index.html last: whoever finds the
  /// front finds all that it refers to. Removes the files of an earlier report that are not among
  /// them (own_files.hpp).
  void finish();

 private:
  std::filesystem::path output_, folder_;
  bool output_is_new_;
  FileNames files_;
};

}  // namespace tycho::report
