#include "harness/measure/run_files.hpp"

#include "harness/result/plain_name.hpp"

namespace tycho::measure {

std::filesystem::path checkpoint_file(const std::string& folder, const std::string& id) {
  if (folder.empty()) return {};
  return std::filesystem::path(folder) / (result::as_file_name(id) + ".checkpoint");
}

std::filesystem::path checkpoint_file(const Session& session) {
  return checkpoint_file(session.backends.checkpoints, session.run.id);
}

bool keeps_its_way(const cases::RunSpec& run) {
  const terms::Measure measure = run.origin->measure;
  return measure == terms::Measure::kEvolution || measure == terms::Measure::kComparison ||
         run.along;
}

}  // namespace tycho::measure
