// In place of what reads and writes HDF5 where CMake found none.
#include "core/error.hpp"
#include "harness/snapshot/openpmd.hpp"
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

void write_openpmd(const std::filesystem::path&, const OpenPmdState&) { throw Unavailable(kWhy); }

bool is_openpmd(const std::filesystem::path&) { return false; }

OpenPmdState read_openpmd(const std::filesystem::path&) { throw Unavailable(kWhy); }

}  // namespace tycho::snapshot
