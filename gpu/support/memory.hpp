// Device memory by the byte: allocation that says what was asked for and what is free.
#pragma once

#include <cstddef>

namespace tycho::gpu {

struct DeviceMemory {
  std::size_t free_bytes = 0, total_bytes = 0;
};
DeviceMemory device_memory();

/// Throws Unavailable naming the bytes asked for and free when they do not fit.
void* allocate(std::size_t bytes);
void release(void* memory) noexcept;

/// Refuses before anything is allocated: throws Unavailable when `bytes` exceed what is free.
void require_memory(std::size_t bytes, const char* what);

}  // namespace tycho::gpu
