#include "harness/result/plain_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace tycho::result {

namespace {

namespace fs = std::filesystem;

// What something that is no plain file is, in words; empty for a plain file.
std::string other_kind(mode_t mode) {
  if (S_ISREG(mode)) return "";
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "no plain file";
}

[[noreturn]] void refuse_to_read(const fs::path& path, const std::string& why) {
  throw UsageError(path.string() + ": " + why);
}

[[noreturn]] void refuse_to_write(const fs::path& path, const std::string& kind) {
  throw WriteError(path, "it is " + kind + ", which is not written to; remove it");
}

}  // namespace

std::string read_plain(const fs::path& path, std::uintmax_t most_bytes) {
  // Asked before it is opened, which some devices take for an order, and again for what was opened.
  struct stat status {};
  const auto require_plain = [&](int failed) {
    if (failed != 0) refuse_to_read(path, std::string("cannot be read: ") + std::strerror(errno));
    if (const std::string kind = other_kind(status.st_mode); !kind.empty())
      refuse_to_read(path, kind + ", where a plain file is wanted");
  };
  require_plain(::stat(path.c_str(), &status));
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  require_plain(fd ? ::fstat(fd.get(), &status) : -1);

  std::string text;
  std::array<char, 1 << 16> chunk;
  const auto too_large = [&](std::uintmax_t bytes) {
    if (bytes > most_bytes)
      refuse_to_read(path, "larger than " + std::to_string(most_bytes) +
                               " bytes, the most that "
                               "such a file may have");
  };
  too_large(static_cast<std::uintmax_t>(status.st_size));
  for (;;) {
    const ssize_t got = ::read(fd.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_to_read(path, std::string("cannot be read: ") + std::strerror(errno));
    if (got == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(got));
    too_large(text.size());  // a file may grow, and some of the system's do not tell their size
  }
}

void require_own(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return;
  if (const std::string kind = other_kind(status.st_mode); !kind.empty())
    refuse_to_write(path, kind);
}

Descriptor open_own(const fs::path& path, int flags) {
  require_own(path);
  // The name may change hands between the two: hence not following, and not waiting for a pipe.
  Descriptor fd(::open(path.c_str(), flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644));
  if (!fd) throw WriteError(path, std::strerror(errno));
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) throw WriteError(path, std::strerror(errno));
  if (const std::string kind = other_kind(status.st_mode); !kind.empty())
    refuse_to_write(path, kind);
  return fd;
}

}  // namespace tycho::result
