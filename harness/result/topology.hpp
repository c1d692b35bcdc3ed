// How the CPUs of this machine, as the system numbers them, lie in cores and sockets.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace tycho::result {

struct Topology {
  /// One CPU of every core first, then the second hardware thread of every core, and so on. The
  /// core of CPU 0 is the last of the cores: most systems serve their interrupts there.
  std::vector<int> cpus;
  /// Nothing where the system does not say.
  std::optional<int> sockets, cores, threads_per_core;
};

/// Of these CPUs, as `folder` (/sys/devices/system/cpu) describes them.
Topology read_topology(const std::filesystem::path& folder, std::span<const int> cpus);

/// The topology of the CPUs that this process may use.
Topology this_topology();

}  // namespace tycho::result
