#include "harness/result/topology.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "core/available_threads.hpp"

namespace tycho::result {

namespace {

// The first line of a file; empty where there is none.
std::string first_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

Topology read_topology(const std::filesystem::path& folder, std::span<const int> cpus) {
  // A core is named by the list of its hardware threads: core_id may repeat within a socket.
  std::map<std::string, std::vector<int>> threads_of;
  std::set<std::string> sockets;
  bool known = true;
  for (const int cpu : cpus) {
    const auto about = folder / ("cpu" + std::to_string(cpu)) / "topology";
    std::string siblings = first_line(about / "core_cpus_list");
    if (siblings.empty()) siblings = first_line(about / "thread_siblings_list");
    known &= !siblings.empty();
    // Where nothing is known of a CPU, it counts as a core.
    threads_of[siblings.empty() ? "cpu" + std::to_string(cpu) : siblings].push_back(cpu);
    sockets.insert(first_line(about / "physical_package_id"));
  }
  std::vector<std::vector<int>> cores;
  std::size_t most = 0;
  for (auto& [name, threads] : threads_of) {
    std::sort(threads.begin(), threads.end());
    most = std::max(most, threads.size());
    cores.push_back(threads);
  }
  std::sort(cores.begin(), cores.end(), [](const auto& a, const auto& b) {
    return std::pair(a.front() == 0, a.front()) < std::pair(b.front() == 0, b.front());
  });
  Topology topology;
  for (std::size_t rank = 0; rank < most; ++rank)
    for (const std::vector<int>& threads : cores)
      if (rank < threads.size()) topology.cpus.push_back(threads[rank]);
  if (!known) return topology;
  topology.sockets = static_cast<int>(sockets.size());
  topology.cores = static_cast<int>(cores.size());
  topology.threads_per_core = static_cast<int>(most);
  return topology;
}

Topology this_topology() { return read_topology("/sys/devices/system/cpu", available_cpus()); }

}  // namespace tycho::result
