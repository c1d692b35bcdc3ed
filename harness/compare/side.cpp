#include "harness/compare/side.hpp"

#include <algorithm>
#include <fstream>
#include <set>

#include "core/error.hpp"
#include "harness/compare/other_formats.hpp"

namespace tycho::compare {

namespace {

using result::Result;
using result::RunRecord;
namespace fs = std::filesystem;

// A campaign's folder holds other JSON files too. Only the opening is looked at: results are large,
// and their schema stands first.
bool may_be_result(const fs::path& file) {
  std::ifstream in(file);
  std::string opening(256, '\0');
  in.read(opening.data(), static_cast<std::streamsize>(opening.size()));
  opening.resize(static_cast<std::size_t>(in.gcount()));
  return opening.find("tycho-result/") != std::string::npos;
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

Measurement read_measurement(const fs::path& path) {
  Measurement measurement;
  measurement.origin = path.string();
  std::vector<fs::path> files;
  if (fs::is_regular_file(path)) {
    files.push_back(path);
  } else if (fs::is_directory(path)) {
    for (const fs::path& file : sorted_entries(path))
      if (file.extension() == ".json" && may_be_result(file)) files.push_back(file);
  } else {
    throw UsageError(path.string() + ": no such folder or result file");
  }
  if (files.empty())
    throw UsageError(path.string() +
                     ": holds no result; name a result file, or a folder as `tycho run --out` "
                     "writes it");
  std::set<std::string> ids;
  for (const fs::path& file : files) {
    // A file of another program's is taken where it is named itself.
    std::optional<Result> other;
    if (!may_be_result(file)) other = read_other(file);
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
