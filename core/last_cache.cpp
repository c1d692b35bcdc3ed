#include "core/last_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace tycho {

std::size_t last_cache_bytes() {
  long bytes = 0;
  for (const int level : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE})
    bytes = std::max(bytes, ::sysconf(level));
  // On Arm the C library does not say; the kernel may: "32768K".
  for (int index = 0; index < 5; ++index) {
    std::ifstream in("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
    long size = 0;
    char unit = 0;
    if (in >> size >> unit)
      bytes = std::max(bytes, size << (unit == 'M' ? 20 : unit == 'K' ? 10 : 0));
  }
  return static_cast<std::size_t>(std::max(bytes, 0L));
}

}  // namespace tycho
