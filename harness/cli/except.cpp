#include "harness/cli/except.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "core/error.hpp"
#include "harness/backends/list.hpp"
#include "harness/campaign/campaign_folder.hpp"
#include "harness/campaign/changes.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/campaign/visits_left.hpp"
#include "harness/result/plural.hpp"
#include "harness/result/result_files.hpp"
#include "harness/verify/one_campaign.hpp"

namespace tycho::cli {

namespace {

using result::plural;
using result::Result;
using result::RunRecord;
namespace fs = std::filesystem;

/// The runs that were made, by id, with the file that has them.
struct Made {
  std::string file;
  RunRecord run;
};
using AllMade = std::map<std::string, Made>;

void add_made(const std::string& path, const Result& here, AllMade& made) {
  const bool is_folder = fs::is_directory(path);
  std::string refused;
  std::size_t passed_over = 0, taken = 0;
  for (const fs::path& file : result::result_files(fs::path(path))) {
    const Result there = result::read_result(file);
    if (const std::string differs = verify::other_campaign(here, "this tycho", there);
        !differs.empty()) {
      if (passed_over++ == 0) refused = file.string() + ": " + differs;
      continue;
    }
    ++taken;
    for (const RunRecord& run : there.runs)
      if (run.ok()) made[run.id] = {file.string(), run};
  }
  if (taken == 0)
    throw UsageError("--except: " + refused +
                     "; only what was measured at the same commit, by the same build, on the same "
                     "kind of machine and of the same suite can be left out: build that commit, or "
                     "leave this --except out");
  if (is_folder && passed_over > 0)
    std::cerr << "tycho: --except: " << plural(passed_over, "result") << " in " << path
              << (passed_over == 1 ? " is" : " are")
              << " of another commit, build, machine or suite and leaves out nothing\n";
}

void require_same_run(const cases::RunSpec& run, const Made& made) {
  const result::RunDescription& there = made.run;
  const std::string changed = campaign::changes(to_json(there), to_json(campaign::describe(run)));
  if (!changed.empty())
    throw UsageError("--except: " + made.file + ": the run '" + run.id +
                     "' is another there: " + changed +
                     "; ask for the runs as that campaign did, or leave this --except out");
}

/// What the campaign in the folder left out when it began; nothing where none has begun.
std::optional<std::set<std::string>> left_out_before(const RunArguments& arguments) {
  const fs::path request = fs::path(arguments.out) / campaign::kRequestFile;
  if (!arguments.resume || !fs::exists(request)) return std::nullopt;
  return campaign::read_request(request).value("left_out", std::set<std::string>());
}

}  // namespace

std::vector<std::string> leave_out(std::vector<cases::RunSpec>& runs,
                                   const RunArguments& arguments) {
  if (arguments.except.empty()) return {};
  std::vector<std::string> ids;
  const std::size_t all = runs.size();
  std::size_t fewer_visits = 0;
  const auto before = left_out_before(arguments);
  AllMade made;
  if (!before) {
    const Result here{"", arguments.suite, result::this_provenance(backends::this_gpu()), {}};
    for (const std::string& path : arguments.except) add_made(path, here, made);
  }
  std::erase_if(runs, [&](const cases::RunSpec& run) {
    const auto found = made.find(run.id);
    if (before ? !before->count(run.id) : found == made.end()) return false;
    if (!before) {
      require_same_run(run, found->second);
      fewer_visits += campaign::visits_of(&found->second.run, run.visits, false).left > 0;
    }
    ids.push_back(run.id);
    return true;
  });
  std::cerr << "tycho: --except leaves out " << ids.size() << " of " << plural(all, "run") << '\n';
  if (fewer_visits > 0)
    std::cerr << "tycho: of these, " << fewer_visits
              << " had fewer visits than the case asks for; to resume their campaign makes the "
                 "others\n";
  return ids;
}

}  // namespace tycho::cli
