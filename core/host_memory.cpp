#include "core/host_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/bytes_in_words.hpp"
#include "core/control_group_memory.hpp"
#include "core/error.hpp"

namespace tycho {

namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

/// The bytes that a file of lines "key: kilobytes kB" has for a key.
std::optional<std::int64_t> bytes_of(std::string_view wanted, const char* path) {
  std::ifstream file(path);
  for (std::string key; file >> key;) {
    std::int64_t kilobytes = 0;
    if (key == wanted && file >> kilobytes) return kilobytes * 1024;
    std::getline(file, key);
  }
  return std::nullopt;
}

std::int64_t left_on_machine() {
  return bytes_of("MemAvailable:", "/proc/meminfo").value_or(kUnlimited);
}

std::int64_t left_of_data_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  std::ifstream file("/proc/self/statm");
  std::int64_t pages[6] = {};  // the sixth is data and stack
  for (std::int64_t& page : pages) file >> page;
  const std::int64_t used = pages[5] * ::sysconf(_SC_PAGESIZE);
  return std::max<std::int64_t>(static_cast<std::int64_t>(limit.rlim_cur) - used, 0);
}

}  // namespace

std::int64_t free_host_memory() {
  return std::min({left_on_machine(), left_in_control_groups(), left_of_data_limit()});
}

std::int64_t peak_host_memory() { return bytes_of("VmHWM:", "/proc/self/status").value_or(0); }

void require_host_memory(std::int64_t bytes, const char* what) {
  const std::int64_t free_bytes = free_host_memory();
  if (bytes > free_bytes)
    throw Unavailable(std::string("out of memory: ") + what + " asks for " + bytes_in_words(bytes) +
                      ", " + bytes_in_words(free_bytes) + " are free");
}

}  // namespace tycho
