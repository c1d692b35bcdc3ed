#include "harness/result/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "harness/result/plain_file.hpp"

namespace tycho::result {

namespace {

namespace fs = std::filesystem;

std::string system_reason() { return std::strerror(errno); }

void write_all(int fd, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw WriteError(path, system_reason());
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// A rename is on the disk once its folder is. Some file systems cannot sync a folder: they order
// renames themselves, so that is no error.
void sync_folder(const fs::path& folder) {
  const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd) ::fsync(fd.get());
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = other.release();
  }
  return *this;
}

int Descriptor::release() { return std::exchange(fd_, -1); }

void Descriptor::reset() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

void write_durably(const fs::path& path, std::string_view text) {
  write_durably(path, std::span(&text, 1));
}

void write_durably(const fs::path& path, std::span<const std::string_view> texts) {
  fs::path part = path;
  part += ".part";
  const Descriptor fd = open_own(part, O_WRONLY | O_TRUNC);
  try {
    for (const std::string_view text : texts) write_all(fd.get(), text, path);
    if (::fsync(fd.get()) != 0) throw WriteError(path, system_reason());
    if (::rename(part.c_str(), path.c_str()) != 0) throw WriteError(path, system_reason());
  } catch (...) {
    ::unlink(part.c_str());
    throw;
  }
  sync_folder(path.has_parent_path() ? path.parent_path() : fs::path("."));
}

void make_writable_folder(const fs::path& folder) {
  std::error_code failed;
  const bool leads_nowhere = fs::is_symlink(folder, failed) && !fs::exists(folder, failed);
  if (leads_nowhere) throw WriteError(folder, "it is a symbolic link to what is not there");
  fs::create_directories(folder, failed);
  if (failed) throw WriteError(folder, failed.message());
  if (::access(folder.c_str(), W_OK | X_OK) != 0) throw WriteError(folder, system_reason());
}

std::string read_text(const fs::path& path) {
  std::error_code failed;
  if (fs::is_directory(path, failed))
    throw std::runtime_error("cannot read " + path.string() + ": it is a folder");
  const auto refuse = [&] {
    throw std::runtime_error("cannot read " + path.string() + ": " + system_reason());
  };
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) refuse();
  std::string text;
  std::vector<char> piece(std::size_t{1} << 16);
  // A stream would take an error midway for the end of the file.
  for (;;) {
    const ssize_t got = ::read(fd.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse();
    if (got == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace tycho::result
