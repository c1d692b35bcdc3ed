#include "core/last_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <string>

namespace tycho {

namespace {

/// By the C library or, on Arm, where it does not say, by the kernel: "32768K".
std::size_t cache_of(std::initializer_list<int> names, int first_index, int last_index) {
  long bytes = 0;
  for (const int name : names) bytes = std::max(bytes, ::sysconf(name));
  for (int index = first_index; index <= last_index; ++index) {
    std::ifstream in("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
    long size = 0;
    char unit = 0;
    if (in >> size >> unit)
      bytes = std::max(bytes, size << (unit == 'M' ? 20 : unit == 'K' ? 10 : 0));
  }
  return static_cast<std::size_t>(std::max(bytes, 0L));
}

}  // namespace

std::size_t last_cache_bytes() {
  return cache_of({_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE}, 0, 4);
}

std::size_t core_cache_bytes() { return cache_of({_SC_LEVEL2_CACHE_SIZE}, 2, 2); }

}  // namespace tycho
