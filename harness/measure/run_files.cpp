#include "harness/measure/run_files.hpp"

#include <algorithm>

#include "harness/result/durable_file.hpp"
#include "harness/snapshot/snapshot_header.hpp"

namespace tycho::measure {

namespace {

/// The id of a run as a file's name.
std::string file_name(std::string id, const std::string& ending) {
  std::replace(id.begin(), id.end(), '/', '_');
  return id + ending;
}

}  // namespace

std::filesystem::path checkpoint_file(const Session& session) {
  const std::string& folder = session.backends.checkpoints;
  if (folder.empty()) return {};
  return std::filesystem::path(folder) / file_name(session.run.id, ".checkpoint");
}

void keep_snapshot(const Session& session, const Evolution& evolved) {
  const std::string& folder = session.backends.snapshots;
  if (folder.empty() || !session.contract().traits.expanding || session.ranks().rank() != 0) return;
  result::make_writable_folder(folder);
  snapshot::write_snapshot(std::filesystem::path(folder) / file_name(session.run.id, ".hdf5"),
                           snapshot::snapshot_header(session.run.settings, evolved.timing.evolved),
                           evolved.final);
}

}  // namespace tycho::measure
