#include "harness/measure/run_files.hpp"

#include <algorithm>

namespace tycho::measure {

std::string as_file_name(std::string id) {
  std::replace(id.begin(), id.end(), '/', '_');
  return id;
}

std::filesystem::path checkpoint_file(const Session& session) {
  const std::string& folder = session.backends.checkpoints;
  if (folder.empty()) return {};
  return std::filesystem::path(folder) / (as_file_name(session.run.id) + ".checkpoint");
}

}  // namespace tycho::measure
