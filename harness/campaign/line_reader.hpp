// Lines from a pipe that never blocks.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "harness/result/durable_file.hpp"

namespace tycho::campaign {

class LineReader {
 public:
  /// `pipe` must be non-blocking.
  explicit LineReader(result::Descriptor pipe) : pipe_(std::move(pipe)) {}

  /// Reads what the pipe holds and calls back with every whole line.
  void read(const std::function<void(const std::string&)>& line);

  /// For poll(): -1, which poll() passes over, once the other side has closed.
  int descriptor() const { return pipe_.get(); }
  bool at_end() const { return !pipe_; }
  /// The last line that was not blank, whole or not.
  std::string last_line() const;
  /// The last 200 lines, and the line that is not yet ended.
  std::string last_lines() const;

 private:
  void take(char c, const std::function<void(const std::string&)>& line);

  result::Descriptor pipe_;
  std::string partial_, last_;
  std::deque<std::string> lines_;
};

}  // namespace tycho::campaign
