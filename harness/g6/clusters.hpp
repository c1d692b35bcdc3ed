// The clusters of this process, by the number the client gave them.
#pragma once

#include "harness/g6/cluster.hpp"

namespace tycho::g6 {

/// Made when first asked for; any number will do. It stays where it is until the process ends.
Cluster& cluster(int number);

/// g6_open_special names no cluster: after it, and until cluster 0 is closed, a cluster opens by
/// itself at its first call.
void open_on_first_use(std::int64_t reserved_slots);
void open_no_more_on_first_use();
bool opens_on_first_use();
std::int64_t slots_on_first_use();

}  // namespace tycho::g6
