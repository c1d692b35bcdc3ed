#include "harness/campaign/line_reader.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace tycho::campaign {

namespace {

// Long enough for any message; what a broken child pours out beyond it is dropped.
constexpr std::size_t kLongestLine = 2000;
constexpr std::size_t kMostLines = 200;

bool blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

}  // namespace

void LineReader::read(const std::function<void(const std::string&)>& line) {
  std::array<char, 4096> chunk;
  // A few chunks a call: a child that pours without end must not keep the supervisor from its
  // time limit.
  for (int chunks = 0; pipe_ && chunks < 64; ++chunks) {
    const ssize_t got = ::read(pipe_.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      pipe_.reset();
      return;
    }
    for (ssize_t i = 0; i < got; ++i) take(chunk[static_cast<std::size_t>(i)], line);
  }
}

void LineReader::take(char c, const std::function<void(const std::string&)>& line) {
  if (c != '\n') {
    // Control characters would disturb a terminal when the line is shown.
    if (partial_.size() < kLongestLine) partial_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return;
  }
  if (!blank(partial_)) {
    last_ = partial_;
    line(partial_);
  }
  lines_.push_back(std::move(partial_));
  if (lines_.size() > kMostLines) lines_.pop_front();
  partial_.clear();
}

std::string LineReader::last_line() const { return blank(partial_) ? last_ : partial_; }

std::string LineReader::last_lines() const {
  std::string all;
  for (const std::string& line : lines_) all += line + '\n';
  return partial_.empty() ? all : all + partial_ + '\n';
}

}  // namespace tycho::campaign
