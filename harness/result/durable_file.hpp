// Files that are whole or absent: what a reader, or a resumed campaign, finds was written to the
// end and is on the disk.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tycho::result {

/// A file or folder could not be written; the message names it and the system's reason.
class WriteError : public std::runtime_error {
 public:
  WriteError(const std::filesystem::path& path, const std::string& why)
      : std::runtime_error("cannot write " + path.string() + ": " + why) {}
};

/// Writes beside (`<path>.part`), syncs and renames, so that `path` holds the old text or the new
/// one and nothing between. Throws WriteError and leaves no part behind; a link that bears the name
/// of the part is refused, one that bears the name itself is replaced.
void write_durably(const std::filesystem::path& path, std::string_view text);
/// The same of texts that follow one another: gigabytes need not be put together first.
void write_durably(const std::filesystem::path& path, std::span<const std::string_view> texts);

/// Makes a folder and its parents. Throws WriteError where it cannot be made or written to.
void make_writable_folder(const std::filesystem::path& folder);

/// The whole file as text. Throws std::runtime_error naming it and the reason.
std::string read_text(const std::filesystem::path& path);

/// An open file descriptor, closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release();
  void reset();

 private:
  int fd_;
};

}  // namespace tycho::result
