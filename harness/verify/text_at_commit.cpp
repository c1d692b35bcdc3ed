// Asks git, in a process of its own and without a shell: the words come from a file that anybody
// may have written.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "harness/result/durable_file.hpp"
#include "harness/verify/case_shelf.hpp"

extern char** environ;

namespace tycho::verify {

namespace {

using result::Descriptor;

constexpr std::size_t kLargest = 1 << 20;  // of a case: a hundred times ours

bool is_commit(const std::string& text) {
  return text.size() >= 7 && text.size() <= 40 &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Starts git with its output in a pipe, to be read from `output`; 0: it did not start.
pid_t start(std::vector<std::string> words, Descriptor& output) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return 0;
  output = Descriptor(ends[0]);
  const Descriptor input(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed ? 0 : child;
}

}  // namespace

std::optional<std::string> text_at_commit(const std::filesystem::path& folder,
                                          const std::string& commit, const std::string& file) {
  if (!is_commit(commit)) return std::nullopt;
  Descriptor output;
  const pid_t child = start(
      {"git", "-C", folder.string(), "--no-pager", "show", "--no-textconv", commit + ":./" + file},
      output);
  if (child == 0) return std::nullopt;
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t got = ::read(output.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || text.size() > kLargest) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  output.reset();
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && text.size() <= kLargest;
  return whole ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace tycho::verify
