// Memory that a library works in: each piece ends where a page begins that nobody may touch, and
// all of it can be closed while no function of the library is under way. Whoever touches what is
// closed ends the process, with a line that says what was done.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace tycho::library {

enum class Access { kNone, kRead, kWrite };

class GuardedMemory {
 public:
  /// `what` names the piece in messages ("x of the particles to store"); `bytes` may be 0.
  /// Aligned to 64 bytes and full of NaN. Throws std::bad_alloc.
  GuardedMemory(std::string what, std::size_t bytes);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  void* begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }
  const std::string& what() const { return what_; }
  void allow(Access access);
  /// Throws std::runtime_error where the bytes that alignment leaves before and behind the memory
  /// are not as they were. The memory must be open for reading.
  void require_whole() const;
  void fill_with_nan();

 private:
  friend void say_who_touched(const void* address) noexcept;

  std::string what_;
  std::size_t bytes_, mapped_;
  char *map_, *begin_;
  Access access_ = Access::kWrite;
};

/// From now on a process that touches guarded memory, or anything else that it must not, or calls
/// exit() within a function of the library, ends with exit code 1 and a line on stderr.
void explain_faults();

/// What explain_faults() says the library is doing: "advance". Null: nothing, it has returned.
void now_within(const char* function) noexcept;

}  // namespace tycho::library
