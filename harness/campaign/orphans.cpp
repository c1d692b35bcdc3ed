#include "harness/campaign/orphans.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "harness/campaign/room.hpp"

namespace tycho::campaign {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{30};

/// The parent, from /proc/PID/stat: behind the name, which may hold anything, and the state.
pid_t parent_of(const fs::path& process) {
  std::ifstream file(process / "stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 4 > text.size()) return 0;
  return static_cast<pid_t>(std::strtol(text.c_str() + name_end + 4, nullptr, 10));
}

void kill_children() {
  std::error_code gone;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", gone)) {
    const std::string name = entry.path().filename().string();
    const bool is_process =
        std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c); });
    if (is_process && parent_of(entry.path()) == ::getpid())
      ::kill(static_cast<pid_t>(std::stol(name)), SIGKILL);
  }
}

}  // namespace

Orphans::Orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
Orphans::~Orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }

void Orphans::end_all() const {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended < 0 && errno == ECHILD) return;
    if (ended > 0) continue;
    if (std::chrono::steady_clock::now() > until)
      throw NoRoom("a process of the run before does not end, and would disturb the next");
    // What one leaves behind when it is killed is found in the next round.
    kill_children();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace tycho::campaign
