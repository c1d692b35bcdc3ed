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

std::atomic<bool> on_first_use{false};
std::atomic<std::int64_t> first_use_slots{0};

}  // namespace

Cluster& another_cluster(int number) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  std::unique_ptr<Cluster>& found = all.clusters[number];
  if (!found) found = std::make_unique<Cluster>(number);
  last_cluster = {found.get(), number};
  return *found;
}

void open_on_first_use(std::int64_t reserved_slots) {
  first_use_slots = reserved_slots;
  on_first_use = true;
}
void open_no_more_on_first_use() { on_first_use = false; }
bool opens_on_first_use() { return on_first_use; }
std::int64_t slots_on_first_use() { return first_use_slots; }

}  // namespace tycho::g6
