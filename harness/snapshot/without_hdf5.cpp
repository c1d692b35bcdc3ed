// In place of write.cpp and read.cpp where CMake found no HDF5.
#include "core/error.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

namespace {
constexpr char kWhy[] =
    "this build of tycho has no HDF5, which snapshots need: install libhdf5-dev and build anew";
}

bool can_snapshot() { return false; }

void write_snapshot(const std::filesystem::path&, const SnapshotHeader&, const Particles&) {
  throw Unavailable(kWhy);
}

Snapshot read_snapshot(const std::filesystem::path&) { throw Unavailable(kWhy); }

}  // namespace tycho::snapshot
