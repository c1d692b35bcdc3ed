#include "harness/report/counters.hpp"

#include <set>

#include "harness/result/counters.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/result_files.hpp"
#include "harness/result/short_commit.hpp"

namespace tycho::report {

namespace {

namespace fs = std::filesystem;

/// Each once: two results may lie beside the same counters.
std::set<fs::path> counters_files(const std::vector<fs::path>& paths) {
  std::set<fs::path> files;
  for (const fs::path& path : paths)
    for (fs::path& file : result::files_named(result::kCountersFile, path))
      files.insert(std::move(file));
  return files;
}

void give(const result::StageCounters& taken, Run& run) {
  const std::string commit = result::short_commit(run.machine->provenance.build.commit);
  if (taken.reason) run.untaken[taken.stage] = *taken.reason;
  if (!taken.counters) return;
  for (const auto& [name, value] : *taken.counters) run.counters[taken.stage + "_" + name] = value;
  if (result::short_commit(taken.commit) != commit) run.counted_at[taken.stage] = taken.commit;
}

}  // namespace

void add_counters(const std::vector<fs::path>& paths, std::vector<Run>& runs) {
  for (const fs::path& path : counters_files(paths)) {
    const result::CountersFile file = result::read_counters(result::parse_json_file(path), path);
    for (const result::StageCounters& taken : file.runs)
      for (Run& run : runs)
        if (run.id == taken.run && run.machine->name == file.machine) give(taken, run);
  }
}

}  // namespace tycho::report
