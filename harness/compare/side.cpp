#include "harness/compare/side.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "harness/compare/other_formats.hpp"
#include "harness/result/result_files.hpp"

namespace tycho::compare {

namespace {

using result::Result;
using result::RunRecord;
namespace fs = std::filesystem;

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

Measurement read_measurement(const fs::path& path) {
  Measurement measurement;
  measurement.origin = path.string();
  if (!fs::is_regular_file(path) && !fs::is_directory(path))
    throw UsageError(path.string() + ": no such folder or result file");
  std::set<std::string> ids;
  for (const fs::path& file : result::result_files(path)) {
    // A file of another program's is taken where it is named itself.
    std::optional<Result> other;
    if (!result::may_be_result(file)) other = read_other(file);
    measurement.results.push_back(other ? std::move(*other) : result::read_result(file));
    for (const RunRecord& run : measurement.results.back().runs)
      if (!ids.insert(run.id).second)
        throw UsageError(file.string() + ": the run '" + run.id +
                         "' stands in another result of the folder too; name one of the two");
  }
  return measurement;
}

}  // namespace

Runs Side::runs() const {
  Runs all;
  for (const Measurement& measurement : measurements)
    for (const Result& result : measurement.results)
      for (const RunRecord& run : result.runs) {
        if (&measurement == &measurements.front()) all.try_emplace(run.id);
        if (const auto known = all.find(run.id); known != all.end()) known->second.push_back(&run);
      }
  return all;
}

std::vector<std::string> Side::ids() const {
  std::vector<std::string> ids;
  for (const Result& result : results())
    for (const RunRecord& run : result.runs) ids.push_back(run.id);
  return ids;
}

Side load_side(const fs::path& path, const std::vector<fs::path>& again) {
  Side side;
  side.measurements.push_back(read_measurement(path));
  if (fs::is_directory(path)) {
    side.past = read_past(path);
    for (const fs::path& entry : sorted_entries(path))
      if (fs::is_directory(entry) && entry.filename().string().starts_with(kAgainFolder))
        side.measurements.push_back(read_measurement(entry));
  }
  for (const fs::path& more : again) side.measurements.push_back(read_measurement(more));
  return side;
}

}  // namespace tycho::compare
