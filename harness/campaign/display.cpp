#include "harness/campaign/display.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "harness/campaign/duration.hpp"
#include "harness/campaign/outcome.hpp"

namespace tycho::campaign {

namespace {

using Clock = std::chrono::steady_clock;

// A line longer than the terminal is wide would wrap, and could not be taken back.
std::size_t columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col - 1u
                                                                            : 99u;
}

/// The end of an id tells its run from the others: what stands before the variant is cut first.
std::string last_of(const std::string& id, std::size_t room) {
  constexpr std::string_view kCut = "...";
  return id.size() <= room ? id : std::string(kCut) + id.substr(id.size() - room + kCut.size());
}

constexpr const char* kTakeBack = "\r\033[K";

}  // namespace

bool is_terminal(int descriptor) {
  const char* kind = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && kind && std::string(kind) != "dumb";
}

Display::Display(std::ostream& out, bool terminal, std::size_t done, std::size_t total,
                 Seconds estimate, Seconds between_lines)
    : out_(out),
      terminal_(terminal),
      done_(done),
      total_(total),
      between_lines_(between_lines),
      estimate_left_(estimate) {}

Display::~Display() {
  if (terminal_) out_ << kTakeBack << std::flush;
  say_skipped();
}

void Display::started(const Job& job) {
  id_ = job.id();
  if (job.visits > 1)
    id_ += ", visit " + std::to_string(job.visit) + " of " + std::to_string(job.visits);
  current_ = job.unavailable.empty() ? job.estimate : Seconds(0);
  estimate_left_ = std::max(Seconds(0), estimate_left_ - current_);
  said_ = Clock::now();
  progressed("starting", 0);
}

void Display::progressed(const std::string& phase, double fraction) {
  if (phase != begin_.phase || fraction < begin_.fraction) begin_ = {phase, fraction, Clock::now()};
  draw(phase, fraction);
}

void Display::finished(const Job& job, const result::RunRecord& record, Seconds taken) {
  ++done_;
  if (job.unavailable.empty()) {
    estimated_ += current_;
    taken_ += taken;
  }
  current_ = Seconds(0);
  // On a terminal only what went wrong, or was cut, stays on the screen.
  const std::string wrong = not_held_in_words(record), cut = cut_way_in_words(record);
  const std::string said = (cut.empty() ? "" : ", " + cut) + (wrong.empty() ? "" : "; " + wrong);
  if (terminal_) {
    if (record.status == result::Status::kFailed)
      out_ << kTakeBack << "failed " << id_ << ": " << record.reason << std::endl;
    else if (!said.empty())
      out_ << kTakeBack << name(record.status) << ' ' << id_ << said << std::endl;
    return;
  }
  if (record.status == result::Status::kSkipped) return skip(record.reason);
  say_skipped();
  out_ << '[' << done_ << '/' << total_ << "] " << name(record.status) << ' ' << id_;
  if (record.ok()) out_ << ", " << in_words(taken);
  if (!record.reason.empty()) out_ << ": " << record.reason;
  out_ << said << std::endl;
}

void Display::skip(const std::string& reason) {
  if (reason != skipped_.reason) say_skipped();
  if (skipped_.runs++ == 0) {
    skipped_.first = id_;
    skipped_.reason = reason;
  }
  skipped_.last = id_;
  skipped_.last_count = done_;
}

void Display::say_skipped() {
  const auto [runs, last_count, first, last, reason] = std::exchange(skipped_, {});
  if (runs == 0) return;
  out_ << '[';
  if (runs > 1) out_ << last_count + 1 - runs << '-';
  out_ << last_count << '/' << total_ << "] skipped " << first;
  if (runs > 1) out_ << " to " << last;
  out_ << ": " << reason << std::endl;
}

Seconds Display::time_left(double fraction) const {
  const double correction = estimated_.count() > 0 ? taken_ / estimated_ : 1;
  const double left = 1 - std::clamp(fraction, 0.0, 1.0), done = fraction - begin_.fraction;
  const Seconds passed = Clock::now() - begin_.at;
  const Seconds by_rate = done > 0 ? passed * (left / done) : Seconds(0);
  return estimate_left_ * correction + std::max(current_ * left * correction, by_rate);
}

void Display::draw(const std::string& phase, double fraction) {
  if (!terminal_ && Clock::now() - said_ < between_lines_) return;
  say_skipped();
  const std::string count = "[" + std::to_string(done_) + "/" + std::to_string(total_) + "] ";
  const std::string left = std::to_string(std::lround(100 * std::clamp(fraction, 0.0, 1.0))) +
                           "%, about " + in_words(time_left(fraction)) + " left";
  if (terminal_) {
    out_ << kTakeBack << fitted({count, id_, phase, left}, columns()) << std::flush;
  } else {
    out_ << count << id_ << "  " << phase << ' ' << left << std::endl;
    said_ = Clock::now();
  }
}

std::string fitted(const ProgressLine& line, std::size_t columns) {
  constexpr std::size_t kLeastOfId = 12;
  for (const std::string& tail : {"  " + line.phase + " " + line.left, "  " + line.left}) {
    const std::size_t others = line.count.size() + tail.size();
    if (others + std::min(line.id.size(), kLeastOfId) <= columns)
      return line.count + last_of(line.id, columns - others) + tail;
  }
  return (line.count + line.left).substr(0, columns);
}

}  // namespace tycho::campaign
