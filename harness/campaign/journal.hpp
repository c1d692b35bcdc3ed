// The journal of a campaign: one finished run a line, appended and synced, never rewritten.
//
// A line counts once its newline is there. A kill in the middle of an append leaves a last line
// without a newline; this line is cut off when the journal is next opened, and its run is run
// again.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/result/durable_file.hpp"

namespace tycho::campaign {

class Journal {
 public:
  /// Opens the journal, making it where there is none, and reads what it holds. Throws
  /// UsageError naming the line where a line before the last is not JSON, or any line is JSON of
  /// another kind than an object; WriteError where the name is a link's or no plain file's.
  explicit Journal(const std::filesystem::path& file);

  /// One line, one write, one sync. Where the write fails (a full disk) the file is put back as it
  /// was and WriteError thrown.
  void append(const nlohmann::json& record);

  /// The records found on opening, oldest first.
  const std::vector<nlohmann::json>& found() const { return found_; }
  /// What was cut off on opening, for people to read; empty where nothing was.
  const std::string& notice() const { return notice_; }

 private:
  std::filesystem::path file_;
  result::Descriptor fd_;
  std::vector<nlohmann::json> found_;
  std::string notice_;
};

}  // namespace tycho::campaign
