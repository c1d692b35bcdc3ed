#include "g6/clusters.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace tycho::g6 {

namespace {

struct Table {
  std::mutex mutex;
  std::unordered_map<int, std::unique_ptr<Cluster>> clusters;
};

// Never destroyed: a client may call from its own destructors at exit, and by then the device's
// runtime may be gone.
Table& table() {
  static Table* const kept = new Table;
  return *kept;
}

struct Openings {
  std::mutex mutex;
  Opening latest;
  std::atomic<int> open{0};
};

Openings& openings() {
  static Openings* const kept = new Openings;
  return *kept;
}

}  // namespace

Cluster* another_cluster(int number, Unknown unknown) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  auto found = all.clusters.find(number);
  if (found == all.clusters.end()) {
    const bool make =
        unknown == Unknown::kMake || (unknown == Unknown::kMakeWhereAnyIsOpen && any_is_open());
    if (!make) return nullptr;
    found = all.clusters.emplace(number, std::make_unique<Cluster>(number)).first;
  }
  last_cluster = {found->second.get(), number};
  return found->second.get();
}

void count_opening(const Opening& opening) {
  Openings& all = openings();
  const std::lock_guard lock(all.mutex);
  all.latest = opening;
  ++all.open;
}

void count_closing() { --openings().open; }

bool any_is_open() { return openings().open > 0; }

std::optional<Opening> latest_opening() {
  Openings& all = openings();
  const std::lock_guard lock(all.mutex);
  if (all.open == 0) return std::nullopt;
  return all.latest;
}

void close_the_others() {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  if (any_is_open()) return;
  for (const auto& [number, cluster] : all.clusters) cluster->close_with_the_last();
}

}  // namespace tycho::g6
