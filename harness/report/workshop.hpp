// A folder beside the finished files, in which they are made; removed in the end, unless killed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

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
  void write(const std::filesystem::path& name, const std::string& text);
  /// Moves every file into the report's folder, index.html last: whoever finds the front finds all
  /// that it refers to.
  void finish();

 private:
  std::filesystem::path output_, folder_;
  bool output_is_new_;
};

}  // namespace tycho::report
