#include "harness/snapshot/any.hpp"

#include "harness/snapshot/csv.hpp"
#include "harness/snapshot/openpmd.hpp"

namespace tycho::snapshot {

Snapshot read_any(const std::filesystem::path& file) {
  if (file.extension() == ".csv") return {at_rest(0), read_csv(file)};
  if (is_openpmd(file)) {
    OpenPmdState state = read_openpmd(file);
    return {at_rest(state.time), std::move(state.particles)};
  }
  return read_snapshot(file);
}

}  // namespace tycho::snapshot
