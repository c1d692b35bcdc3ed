#include "harness/library/guarded_memory.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

namespace tycho::library {

void say_who_touched(const void* address) noexcept;

namespace {

constexpr std::size_t kAlignment = 64;
constexpr unsigned char kNan = 0xFF;  // doubles of these bytes are NaN

// Read by a signal handler, so no container: pieces beyond these are guarded, but not named.
constexpr std::size_t kMostNamed = 256;
std::array<std::atomic<const GuardedMemory*>, kMostNamed> named{};
std::atomic<const char*> within{nullptr};

std::size_t page() {
  static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

void write_all(const char* text) noexcept {
  std::size_t left = std::strlen(text);
  while (left > 0) {
    const ssize_t done = write(STDERR_FILENO, text, left);
    if (done <= 0) return;
    text += done;
    left -= static_cast<std::size_t>(done);
  }
}

void on_fault(int number, siginfo_t* info, void*) {
  write_all("tycho: ");
  say_who_touched(number == SIGSEGV || number == SIGBUS ? info->si_addr : nullptr);
  write_all("\n");
  _exit(1);
}

// A library that calls exit() would pass for a run that ended well, or for a full disk.
void on_exit_within() {
  const char* const function = within.load();
  if (!function) return;
  write_all("tycho: the library called exit() in ");
  write_all(function);
  write_all("\n");
  _exit(1);
}

}  // namespace

GuardedMemory::GuardedMemory(std::string what, std::size_t bytes)
    : what_(std::move(what)), bytes_(bytes) {
  const std::size_t room = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  const std::size_t open = (std::max<std::size_t>(room, 1) + page() - 1) / page() * page();
  mapped_ = open + 2 * page();
  void* const map = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) throw std::bad_alloc();
  map_ = static_cast<char*>(map);
  begin_ = map_ + page() + open - room;
  if (mprotect(map_ + page(), open, PROT_READ | PROT_WRITE) != 0) {
    munmap(map_, mapped_);
    throw std::bad_alloc();
  }
  std::memset(map_ + page(), kNan, open);
  for (auto& slot : named) {
    const GuardedMemory* none = nullptr;
    if (slot.compare_exchange_strong(none, this)) break;
  }
}

GuardedMemory::~GuardedMemory() {
  for (auto& slot : named) {
    const GuardedMemory* self = this;
    if (slot.compare_exchange_strong(self, nullptr)) break;
  }
  munmap(map_, mapped_);
}

void GuardedMemory::allow(Access access) {
  access_ = access;
  const int protection = access == Access::kNone   ? PROT_NONE
                         : access == Access::kRead ? PROT_READ
                                                   : PROT_READ | PROT_WRITE;
  if (mprotect(map_ + page(), mapped_ - 2 * page(), protection) != 0) throw std::bad_alloc();
}

void GuardedMemory::require_whole() const {
  const auto untouched = [](const char* from, const char* to) {
    return std::all_of(from, to, [](char c) { return static_cast<unsigned char>(c) == kNan; });
  };
  if (!untouched(begin_ + bytes_, map_ + mapped_ - page()))
    throw std::runtime_error("the library wrote past the end of " + what_);
  if (!untouched(map_ + page(), begin_))
    throw std::runtime_error("the library wrote before the beginning of " + what_);
}

void GuardedMemory::fill_with_nan() { std::memset(begin_, kNan, bytes_); }

void say_who_touched(const void* address) noexcept {
  const char* const function = within.load();
  const char* const at = static_cast<const char*>(address);
  for (const auto& slot : named) {
    const GuardedMemory* const piece = slot.load();
    if (!piece || at < piece->map_ || at >= piece->map_ + piece->mapped_) continue;
    const bool after = at >= piece->begin_ + piece->bytes_, before = at < piece->begin_;
    write_all("the library ");
    if (after || before) {
      write_all(after ? "went past the end of " : "went before the beginning of ");
      write_all(piece->what_.c_str());
    } else if (function) {
      write_all(piece->access_ == Access::kNone ? "kept what it was lent for an earlier call: "
                                                : "wrote where it may only read: ");
      write_all(piece->what_.c_str());
    } else {
      write_all("touched ");
      write_all(piece->what_.c_str());
      write_all(" when its function had returned: something of it still runs");
      return;
    }
    write_all(function ? ", in " : ", when its function had returned");
    if (function) write_all(function);
    return;
  }
  write_all(function ? "the library crashed in " : "the process crashed");
  if (function) write_all(function);
}

void explain_faults() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(number, &action, nullptr);
  static const int once = std::atexit(on_exit_within);
  static_cast<void>(once);
}

void now_within(const char* function) noexcept { within = function; }

}  // namespace tycho::library
