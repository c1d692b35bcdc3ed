// What a fuzzer hands over, as the file a reader wants: one file in a folder of its own, in memory
// where the machine has such a folder, written anew for each input.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>

namespace tycho::fuzz {

[[noreturn]] inline void broken(const std::string& what) {
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

class InputFile {
 public:
  /// `name` may hold a folder: readers look at where a file lies.
  explicit InputFile(const std::filesystem::path& name) {
    namespace fs = std::filesystem;
    const fs::path memory = "/dev/shm";
    std::string pattern =
        ((fs::is_directory(memory) ? memory : fs::temp_directory_path()) / "tycho-fuzz-XXXXXX")
            .string();
    if (!mkdtemp(pattern.data())) broken("no temporary folder");
    folder_ = pattern;
    path_ = folder_ / name;
    fs::create_directories(path_.parent_path());
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  const std::filesystem::path& write(std::span<const std::uint8_t> bytes) const {
    const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || ::write(fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      broken("cannot write " + path_.string());
    ::close(fd);
    return path_;
  }

 private:
  std::filesystem::path folder_, path_;
};

/// The promise of every reader: an error is one line that names the file.
inline void require_helpful(const std::string& error, const std::filesystem::path& file) {
  if (error.find(file.string()) == std::string::npos) broken("does not name the file: " + error);
  if (error.find('\n') != std::string::npos) broken("more than one line: " + error);
}

}  // namespace tycho::fuzz
