#include "tests/memory/counted_memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> held = 0, most_held = 0;

void* counted(void* memory) {
  if (!memory) throw std::bad_alloc();
  const auto bytes = static_cast<std::int64_t>(malloc_usable_size(memory));
  const std::int64_t now = held += bytes;
  std::int64_t most = most_held;
  while (now > most && !most_held.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void released(void* memory) noexcept {
  held -= static_cast<std::int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

std::int64_t of_malloc() {
  const auto info = mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

}  // namespace

// All forms of `new` but those that do not throw, which call these.
void* operator new(std::size_t bytes) {
  return counted(std::malloc(std::max<std::size_t>(bytes, 1)));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return counted(
      std::aligned_alloc(unit, (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit));
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}
void operator delete(void* memory) noexcept { released(memory); }
void operator delete(void* memory, std::size_t) noexcept { released(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { released(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { released(memory); }
void operator delete[](void* memory) noexcept { released(memory); }
void operator delete[](void* memory, std::size_t) noexcept { released(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { released(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { released(memory); }

namespace tycho {

std::int64_t bytes_of_new() { return held; }
std::int64_t bytes_of_malloc() { return of_malloc(); }

MemoryTaken::MemoryTaken() : begun_(held), libraries_begun_(of_malloc() - held) {
  most_held = begun_;
}

std::int64_t MemoryTaken::most() const {
  const std::int64_t libraries = of_malloc() - held - libraries_begun_;
  return most_held - begun_ + std::max<std::int64_t>(libraries, 0);
}

}  // namespace tycho
