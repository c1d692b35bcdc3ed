// The clusters of this process, by the number the client gave them.
//
// A client may open one number and use another: its number of a device at g6_open_, its MPI rank in
// every other call. Other libraries have one device and do not look at the number. So, as long as
// any number is open, a call with another one opens it with the same settings.
#pragma once

#include <optional>

#include "g6/cluster.hpp"

namespace tycho::g6 {

/// The one this thread spoke to last: mostly the same, once for each particle.
struct LastCluster {
  Cluster* cluster;
  int number;
};
// A shared library's threads would call a function to find it without the attribute.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local LastCluster last_cluster{};

enum class Unknown { kMake, kMakeWhereAnyIsOpen, kLeave };
Cluster* another_cluster(int number, Unknown unknown);

/// Null where no such number is known and none is to be made. A cluster stays where it is until the
/// process ends.
inline Cluster* cluster(int number, Unknown unknown) {
  if (last_cluster.cluster && last_cluster.number == number) return last_cluster.cluster;
  return another_cluster(number, unknown);
}

/// What a number that the client opened was opened with.
struct Opening {
  Configuration configuration;
  std::int64_t reserved_slots = 0;
};
/// A number was opened by the client; it was closed.
void count_opening(const Opening& opening);
void count_closing();
bool any_is_open();
/// The latest one; nothing where no number is open.
std::optional<Opening> latest_opening();

/// Where the client has closed all that it opened: closes what opened by itself.
void close_the_others();

}  // namespace tycho::g6
