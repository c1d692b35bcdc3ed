// With which commit a paper's runs were measured. A recorded paper is of one clean commit; where it
// is not, the page says so.
#include <algorithm>
#include <map>

#include "core/joined.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"
#include "harness/result/short_commit.hpp"

namespace tycho::report {

namespace {

using RunsByCase = std::map<std::string, int>;
using RunsByCommit = std::map<std::string, RunsByCase>;

/// By machine; of a recorded machine what stands in for runs here.
std::map<std::string, RunsByCommit> commits_by_machine(const std::string& paper,
                                                       const Evidence& evidence) {
  std::map<std::string, RunsByCommit> found;
  for (const std::vector<Run>* runs : {&evidence.inputs, &evidence.recorded})
    for (const Run& run : *runs)
      if (run.paper == paper && run.status != result::Status::kSkipped)
        ++found[run.machine->name][result::short_commit(run.machine->provenance.build.commit)]
               [run.case_name];
  return found;
}

std::string with_counts(const RunsByCommit& commits) {
  std::string text;
  for (const auto& [commit, cases] : commits) {
    int runs = 0;
    for (const auto& [name, own] : cases) runs += own;
    join_to(text, commit + " (" + plural(runs, "run") + ")");
  }
  return text;
}

bool unclean(const std::string& commit) {
  return commit.ends_with("-dirty") || commit == "unknown";
}

/// "table1 45 runs, table4 35": the case of the most runs first.
std::string by_case(const RunsByCase& cases) {
  std::vector<std::pair<std::string, int>> ordered(cases.begin(), cases.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [name, runs] : ordered)
    text += text.empty() ? name + " " + plural(runs, "run") : ", " + name + " " + count_text(runs);
  return text;
}

/// Which runs are of commits that are not clean; each commit by name where there are several.
std::string dirty_runs(const RunsByCommit& commits) {
  const auto dirty = std::count_if(commits.begin(), commits.end(),
                                   [](const auto& entry) { return unclean(entry.first); });
  std::string text;
  for (const auto& [commit, cases] : commits)
    if (unclean(commit)) join_to(text, (dirty > 1 ? commit + ": " : "") + by_case(cases), "; ");
  return text;
}

}  // namespace

std::vector<Block> commits_section(const std::string& paper, const Evidence& evidence) {
  std::vector<Block> blocks;
  for (const auto& [machine, commits] : commits_by_machine(paper, evidence)) {
    const std::string dirty = dirty_runs(commits);
    if (commits.size() == 1 && dirty.empty()) {
      blocks.push_back(
          Paragraph{"Measured on " + machine + " at commit " + with_counts(commits) + "."});
      continue;
    }
    std::string said = "Measured on " + machine + " at ";
    said += commits.size() == 1 ? "a commit that is not clean"
                                : std::to_string(commits.size()) + " commits, not at one";
    said += ": " + with_counts(commits) + ".";
    if (!dirty.empty()) said += " Dirty: with changes that are not committed (" + dirty + ").";
    blocks.push_back(Notice{Tone::kWarning, said});
  }
  for (Block& block : untold_threads(paper, evidence)) blocks.push_back(std::move(block));
  return blocks;
}

std::vector<Block> untold_threads(const std::string& paper, const Evidence& evidence) {
  const auto untold =
      std::count_if(evidence.runs.begin(), evidence.runs.end(),
                    [&](const Run& run) { return run.paper == paper && threads_untold(run); });
  if (untold == 0) return {};
  return {Notice{Tone::kWarning,
                 plural(untold, "run") + " on several CPU threads " + (untold == 1 ? "is" : "are") +
                     " from before tycho bound threads to cores. Such a time can be many times too "
                     "long, and a factor over it as many times too large."}};
}

std::string commits_of_machine(const std::string& machine, const Evidence& evidence) {
  std::map<std::string, int> commits;
  for (const std::vector<Run>* runs : {&evidence.inputs, &evidence.recorded})
    for (const Run& run : *runs)
      if (run.machine->name == machine)
        ++commits[result::short_commit(run.machine->provenance.build.commit)];
  if (commits.size() == 1) return commits.begin()->first;
  return std::to_string(commits.size()) + " commits; the page of each paper names its own";
}

}  // namespace tycho::report
