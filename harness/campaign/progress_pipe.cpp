#include "harness/campaign/progress_pipe.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <utility>

namespace tycho::campaign {

ProgressPipe::ProgressPipe(int descriptor, std::string tag)
    : descriptor_(descriptor), tag_(std::move(tag)) {
  // Nobody listening is no reason to die.
  if (descriptor_ >= 0) std::signal(SIGPIPE, SIG_IGN);
}

void ProgressPipe::operator()(const std::string& phase, double fraction) {
  if (descriptor_ < 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (phase == phase_ && now < next_) return;
  phase_ = phase;
  next_ = now + std::chrono::milliseconds(250);
  char number[32];
  std::snprintf(number, sizeof number, "%.4f ", fraction);
  const std::string line = tag_ + number + phase + '\n';
  [[maybe_unused]] const ssize_t ignored = ::write(descriptor_, line.data(), line.size());
}

}  // namespace tycho::campaign
