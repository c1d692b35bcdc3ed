// A limit on this process's writable memory, as a run of a campaign has one.
#pragma once

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace tycho {

/// Lets this process take `more` bytes of data than it has, for as long as the limit lives. Of
/// `more` a sanitizer's own allocator takes megabytes at a time, and ends the process where it gets
/// none.
class DataLimit {
 public:
  explicit DataLimit(rlim_t more) {
    getrlimit(RLIMIT_DATA, &previous_);
    std::ifstream status("/proc/self/status");
    rlim_t kilobytes = 0;
    for (std::string line; std::getline(status, line);)
      if (line.rfind("VmData:", 0) == 0) kilobytes = std::stoul(line.substr(7));
    const rlimit limit{1024 * kilobytes + more, previous_.rlim_max};
    setrlimit(RLIMIT_DATA, &limit);
  }
  ~DataLimit() { setrlimit(RLIMIT_DATA, &previous_); }
  DataLimit(const DataLimit&) = delete;
  DataLimit& operator=(const DataLimit&) = delete;

 private:
  rlimit previous_{};
};

}  // namespace tycho
