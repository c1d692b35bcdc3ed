#include "harness/library/trial_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <iostream>

#include "core/error.hpp"
#include "harness/library/forked.hpp"
#include "harness/library/guarded_memory.hpp"

namespace tycho::library {

namespace {

constexpr auto kLongestTrial = std::chrono::seconds(120);
constexpr int kSkippedCode = 3;

int run_here(int to, const std::function<std::string()>& body) {
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
  return code;
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
  const Ended ended = forked("for a test of the library", kLongestTrial,
                             [&](int to) { return run_here(to, body); });
  const std::string line = last_line(ended.said);
  if (!ended.in_time)
    return {test, Verdict::kFails,
            "did not end within " + std::to_string(kLongestTrial.count()) + " s"};
  if (const std::string signal = ended.signal(); !signal.empty())
    return {test, Verdict::kFails,
            "the process ended: " + signal + (line.empty() ? "" : "; its last line: " + line)};
  const int code = WEXITSTATUS(ended.status);
  if (code == 0) return {test, Verdict::kPasses, line};
  return {test, code == kSkippedCode ? Verdict::kSkipped : Verdict::kFails, line};
}

}  // namespace tycho::library
