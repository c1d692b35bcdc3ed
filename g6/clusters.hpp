// The clusters of this process, by the number the client gave them.
#pragma once

#include "g6/cluster.hpp"

namespace tycho::g6 {

/// The one this thread spoke to last: mostly the same, once for each particle.
struct LastCluster {
  Cluster* cluster;
  int number;
};
// A shared library's threads would call a function to find it without the attribute.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local LastCluster last_cluster{};

Cluster& another_cluster(int number);

/// Made when first asked for; any number will do. It stays where it is until the process ends.
inline Cluster& cluster(int number) {
  if (last_cluster.cluster && last_cluster.number == number) return *last_cluster.cluster;
  return another_cluster(number);
}

/// g6_open_special names no cluster: after it, and until cluster 0 is closed, a cluster opens by
/// itself at its first call.
void open_on_first_use(std::int64_t reserved_slots);
void open_no_more_on_first_use();
bool opens_on_first_use();
std::int64_t slots_on_first_use();

}  // namespace tycho::g6
