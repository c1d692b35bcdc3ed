// This machine's processor and memory, in words and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tycho::result {

struct Processor {
  std::string model;              // "Neoverse-V1"; the architecture where the system does not say
  std::string architecture;       // "aarch64"
  int cores = 1;                  // that this process may use, counted as the system does: each
                                  // hardware thread is one
  double clock_mhz = 0;           // the highest, as clock_source says; 0: not known
  std::int64_t memory_bytes = 0;  // the machine's, or the container's where that is less

  // What older results have not got.
  std::optional<std::string> identity;      // "GenuineIntel, family 6, model 143, stepping 8"
  std::optional<std::string> clock_source;  // "cpufreq", or "measured" where the system is silent
  std::optional<int> sockets, physical_cores, threads_per_core;  // of the cores above
  std::optional<int> memory_nodes;                               // that memory may be taken from
  std::optional<bool> virtual_machine;
};

Processor this_processor();

/// The model named by a /proc/cpuinfo text. Arm's has numbers only: the parts found in servers are
/// looked up, others are named by their number.
std::string processor_model(std::string_view cpuinfo, std::string_view architecture);

/// Which processor it is in its maker's numbers, which virtual machines hand on where they hide the
/// model; empty where the text has none.
std::string processor_identity(std::string_view cpuinfo);

}  // namespace tycho::result
