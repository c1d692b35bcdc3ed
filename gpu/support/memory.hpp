// Memory by the byte, the device's and page-locked memory of the host: allocation that says what
// was asked for and what is free.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace tycho::gpu {

struct DeviceMemory {
  std::size_t free_bytes = 0, total_bytes = 0;
};
/// The memory of this device; with TYCHO_GPU_MEMORY=BYTES the device is taken for one of BYTES.
DeviceMemory device_memory();

/// What the environment variable `name` says. Throws UsageError where `text` is no whole number
/// above 0.
inline std::size_t bytes_in(std::string_view text, const char* name = "TYCHO_GPU_MEMORY") {
  std::size_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (error != std::errc() || end != text.data() + text.size() || bytes == 0)
    throw UsageError(std::string(name) + " is '" + std::string(text) +
                     "'; it must be a number of bytes, e.g. 8589934592");
  return bytes;
}

/// A device of at most `most` bytes, of which as many are taken.
inline DeviceMemory smaller(const DeviceMemory& memory, std::size_t most) {
  const std::size_t taken = memory.total_bytes - memory.free_bytes;
  return {std::min(memory.free_bytes, most - std::min(most, taken)),
          std::min(memory.total_bytes, most)};
}

/// Throws Unavailable naming the bytes asked for and free when they do not fit.
void* allocate(std::size_t bytes);
void release(void* memory) noexcept;

/// Page-locked memory of the host. Throws Unavailable where there is not as much.
void* allocate_pinned(std::size_t bytes);

/// Refuses before anything is allocated: throws Unavailable when `bytes` exceed what is free.
void require_memory(std::size_t bytes, const char* what);

}  // namespace tycho::gpu
