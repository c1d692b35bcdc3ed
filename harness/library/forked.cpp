#include "harness/library/forked.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "harness/result/durable_file.hpp"

namespace tycho::library {

namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 24;

/// Reads to the end, which comes with that of the process. False where the time is over before.
bool read_until(std::chrono::steady_clock::time_point end, int from, std::string& said) {
  std::array<char, 4096> some;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd waiting{from, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(left.count())) <= 0) continue;  // a signal, or the time
    const ssize_t got = read(from, some.data(), some.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    said.append(some.data(), static_cast<std::size_t>(got));
    if (said.size() > 2 * kMostKept) said.erase(0, said.size() - kMostKept);
  }
}

}  // namespace

std::string Ended::signal() const { return WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : ""; }

Ended forked(const std::string& what, std::chrono::seconds longest,
             const std::function<int(int to)>& body) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe " + what);
  const result::Descriptor from(ends[0]);
  result::Descriptor to(ends[1]);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process " + what);
  if (child == 0) {
    ::close(ends[0]);
    try {
      _exit(body(ends[1]));
    } catch (...) {
      _exit(1);
    }
  }
  to.reset();
  Ended ended;
  ended.in_time = read_until(std::chrono::steady_clock::now() + longest, from.get(), ended.said);
  if (!ended.in_time) kill(child, SIGKILL);
  while (waitpid(child, &ended.status, 0) < 0 && errno == EINTR) {
  }
  return ended;
}

}  // namespace tycho::library
