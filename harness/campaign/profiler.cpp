#include "harness/campaign/profiler.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>

namespace tycho::campaign {

namespace {

namespace fs = std::filesystem;

// Launches looked into, for each stage asked for; they are counted together.
constexpr std::size_t kLaunchesEach = 4;

// In Nsight Compute's filters these characters have meanings of their own; a slash at the end
// stands for a range that was pushed and popped.
std::string range_filter(const std::string& stage) {
  std::string filter;
  for (const char c : stage) {
    if (std::string_view("@,[]*+/\\").find(c) != std::string_view::npos) filter += '\\';
    filter += c;
  }
  return filter + "/";
}

void add(std::vector<std::string>& command, std::vector<std::string> more) {
  command.insert(command.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
}

}  // namespace

std::optional<fs::path> find_program(std::string_view name, const std::string& path) {
  std::istringstream folders(path);
  std::string folder;
  while (std::getline(folders, folder, ':')) {
    if (folder.empty()) continue;  // the working folder is nowhere to look for programs
    const fs::path program = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0)
      return program;
  }
  return std::nullopt;
}

std::vector<std::string> profiler_command(const ProfileRequest& request) {
  std::vector<std::string> command{request.program.string()};
  if (request.tool == kNsightCompute) {
    add(command, {"--set", "full", "--nvtx"});
    for (const std::string& stage : request.stages)
      add(command, {"--nvtx-include", range_filter(stage)});
    add(command, {"--launch-count", std::to_string(kLaunchesEach * request.stages.size()),
                  "--export", request.report.string()});
  } else {
    add(command, {"profile", "--trace=cuda,nvtx,osrt", "--output=" + request.report.string()});
    // Recording starts with the first range of the stage and goes on to the end; names that are
    // not registered strings must be asked for.
    if (!request.all_stages)
      add(command, {"--capture-range=nvtx", "--nvtx-capture=" + request.stages.front(),
                    "--capture-range-end=none", "--env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0"});
  }
  add(command, request.child);
  return command;
}

int run_in_foreground(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return 127;
  if (child == 0) {
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace tycho::campaign
