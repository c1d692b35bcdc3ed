// This machine's processor and memory, in words and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tycho::result {

struct Processor {
  std::string model;           // "Neoverse-V1"; the architecture where the system does not say
  std::string architecture;    // "aarch64"
  int cores = 1;               // hardware threads that this process may use
  std::optional<int> sockets;  // that these are on; not in older results
  std::optional<int> threads_per_core;  // 2: two of these share a core
  double clock_mhz = 0;                 // the highest; 0 where the system does not say
  std::int64_t memory_bytes = 0;        // the machine's, or the container's where that is less
};

Processor this_processor();

/// The model named by a /proc/cpuinfo text. Arm's has numbers only: the parts found in servers are
/// looked up, others are named by their number.
std::string processor_model(std::string_view cpuinfo, std::string_view architecture);

}  // namespace tycho::result
