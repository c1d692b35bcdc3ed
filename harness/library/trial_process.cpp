#include "harness/library/trial_process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <iostream>
#include <stdexcept>

#include "core/error.hpp"
#include "harness/library/guarded_memory.hpp"

namespace tycho::library {

namespace {

constexpr auto kLongestTrial = std::chrono::seconds(120);
constexpr int kSkippedCode = 3;

// What a library writes is its own business; of a flood the end is kept.
constexpr std::size_t kMostKept = std::size_t{1} << 16;

[[noreturn]] void run_here(int to, const std::function<std::string()>& body) {
  dup2(to, STDERR_FILENO);
  dup2(to, STDOUT_FILENO);
  ::close(to);
  explain_faults();
  int code = 0;
  std::string said;
  try {
    said = body();
  } catch (const Unavailable& error) {
    code = kSkippedCode;
    said = error.what();
  } catch (const std::exception& error) {
    code = 1;
    said = error.what();
  } catch (...) {
    code = 1;
    said = "something was thrown";
  }
  std::cerr << '\n' << said << std::endl;
  _exit(code);
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of("\n\r ");
  if (end == std::string::npos) return "";
  const std::size_t begin = text.find_last_of('\n', end);
  std::string line = text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  if (line.rfind("tycho: ", 0) == 0) line.erase(0, std::strlen("tycho: "));
  return line;
}

}  // namespace

Trial in_own_process(const std::string& test, const std::function<std::string()>& body) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe for a test of the library");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process for a test of the library");
  if (child == 0) {
    ::close(ends[0]);
    run_here(ends[1], body);
  }
  ::close(ends[1]);

  std::string said;
  bool in_time = true;
  const auto end = std::chrono::steady_clock::now() + kLongestTrial;
  for (std::array<char, 4096> some;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd waiting{ends[0], POLLIN, 0};
    in_time = left.count() > 0 && poll(&waiting, 1, static_cast<int>(left.count())) != 0;
    if (!in_time) break;
    const ssize_t got = read(ends[0], some.data(), some.size());
    if (got <= 0) break;
    said.append(some.data(), static_cast<std::size_t>(got));
    if (said.size() > 2 * kMostKept) said.erase(0, said.size() - kMostKept);
  }
  ::close(ends[0]);
  if (!in_time) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);

  const std::string line = last_line(said);
  if (!in_time)
    return {test, Verdict::kFails,
            "did not end within " + std::to_string(kLongestTrial.count()) + " s"};
  if (WIFSIGNALED(status))
    return {test, Verdict::kFails,
            std::string("the process ended: ") + strsignal(WTERMSIG(status)) +
                (line.empty() ? "" : "; its last line: " + line)};
  if (WEXITSTATUS(status) == 0) return {test, Verdict::kPasses, line};
  return {test, WEXITSTATUS(status) == kSkippedCode ? Verdict::kSkipped : Verdict::kFails, line};
}

}  // namespace tycho::library
