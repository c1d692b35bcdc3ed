#include "harness/report/gnuplot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The state gnuplot ended with. What it says goes into the log; nothing goes to standard output,
/// where a terminal writes its drawing when it cannot open its file.
int spawn_gnuplot(const fs::path& script, const fs::path& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::string program = "gnuplot", argument = script.string();
  std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed)
    throw std::runtime_error(std::string("gnuplot could not be started: ") + std::strerror(failed));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

// Inside single quotes only the quote itself needs care. Texts are drawn `noenhanced`, so that _
// and ^ are themselves.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

std::string format_of_tick(const std::string& label) {
  std::string out;
  for (const char c : label) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}

std::string script_head(const Drawing& drawing, const Format& format, const fs::path& output) {
  std::ostringstream head;
  head << "set encoding utf8\nset terminal " << format.terminal << " size " << drawing.width << ","
       << drawing.height << " font '" << format.font << "," << format.size << "'\nset output "
       << quoted(output.string()) << "\n";
  return head.str();
}

void run_gnuplot(const std::string& script, const Format& format, const fs::path& output) {
  const fs::path file = output.string() + ".gp", log = output.string() + ".log";
  if (!(std::ofstream(file) << script << std::flush))
    throw std::runtime_error("cannot write " + file.string());
  const int status = spawn_gnuplot(file, log);
  const std::string words = bytes_of(log).substr(0, 300);
  fs::remove(file);
  fs::remove(log);
  const std::string name = output.filename().string();
  if (WIFSIGNALED(status))
    throw std::runtime_error("gnuplot was ended by signal " + std::to_string(WTERMSIG(status)) +
                             " (" + strsignal(WTERMSIG(status)) + ") while it drew " + name);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error("gnuplot failed at " + name + ": " + words);
  // A full disk does not fail gnuplot.
  const std::string drawn = bytes_of(output);
  constexpr std::size_t kEnd = 64;
  if (drawn.find(format.last_bytes, drawn.size() - std::min(drawn.size(), kEnd)) ==
      std::string::npos)
    throw std::runtime_error("gnuplot left " + name + " unfinished: is there room on the disk?");
}

}  // namespace tycho::report
