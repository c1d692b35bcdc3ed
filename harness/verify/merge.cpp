#include "harness/verify/merge.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/result_files.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;
using result::json_files;
using result::Provenance;
using result::Result;
using result::result_in;
using result::Within;
namespace fs = std::filesystem;

void require_clean(const Part& part) {
  const std::string& commit = part.result.provenance.build.commit;
  if (commit.ends_with("-dirty"))
    throw UsageError(part.file + ": was measured with changes that are not committed (" + commit +
                     "); commit, build and measure again");
  if (commit.empty() || commit == "unknown")
    throw UsageError(part.file +
                     ": does not say which commit it was measured with; build in a git checkout, "
                     "or set TYCHO_COMMIT");
}

void require_same(const Part& first, const Part& other, const std::string& what, const json& one,
                  const json& two) {
  if (one != two)
    throw UsageError(other.file + ": its " + what + " is " + two.dump() + ", that of " +
                     first.file + " is " + one.dump() +
                     "; a recorded paper is of one commit, one build and one machine");
}

void require_one_campaign(const Part& first, const Part& other) {
  const Provenance& one = first.result.provenance;
  const Provenance& two = other.result.provenance;
  require_same(first, other, "commit", one.build.commit, two.build.commit);
  require_same(first, other, "machine", one.machine, two.machine);
  require_same(first, other, "suite", first.result.suite, other.result.suite);
  const json whole_one = to_json(one), whole_two = to_json(two);
  for (const char* key : {"build", "gpu", "threads"})
    require_same(first, other, key, whole_one.at(key), whole_two.at(key));
}

std::map<std::string, std::vector<Part>> parts_by_paper(const std::vector<fs::path>& paths) {
  std::map<std::string, std::vector<Part>> papers;
  for (const fs::path& path : paths) {
    bool any = false;
    for (const fs::path& file : json_files(path, Within::kFolder)) {
      std::optional<Result> result = result_in(file);
      if (!result) continue;
      any = true;
      const std::string paper = result->paper;
      papers[paper].push_back({file.string(), *std::move(result)});
    }
    if (!any) throw UsageError(path.string() + ": holds no result");
  }
  return papers;
}

/// What stands in the folder already must be a part, or be meant to be replaced.
void require_room(const Recording& recording, const std::string& paper,
                  const std::vector<Part>& parts) {
  if (!fs::is_directory(recording.into)) return;
  const fs::path target = recording.into / (paper + ".json");
  for (const fs::path& file : json_files(recording.into, Within::kFolder)) {
    const bool is_part = std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
      return fs::equivalent(part.file, file);
    });
    const bool replaced = recording.replace && file.filename() == target.filename();
    if (is_part || replaced) continue;
    const std::optional<Result> there = result_in(file);
    if (!there || there->paper != paper) continue;
    throw UsageError(file.string() + ": holds runs of " + paper + " already; " +
                     (file.filename() == target.filename()
                          ? "--replace writes over it"
                          : "a recorded paper is one file: name it as a part, or remove it"));
  }
}

/// Whether the part lies in the same folder as the recorded file and is another file.
bool is_beside(const fs::path& part, const fs::path& recorded) {
  return fs::is_directory(recorded.parent_path()) &&
         fs::equivalent(fs::absolute(part).parent_path(), recorded.parent_path()) &&
         part.filename() != recorded.filename();
}

void require_sound(const std::string& paper, const std::string& text) {
  const Findings findings = look_over(json::parse(text));
  if (!findings.empty())
    throw UsageError(paper + ", " + findings.front().at + ": " + findings.front().what +
                     "; `tycho verify` of the parts lists all");
}

}  // namespace

Result merge(const std::vector<Part>& parts) {
  for (const Part& part : parts) require_clean(part);
  std::map<std::string, const Part*> holder;  // by run
  const Part* earliest = &parts.front();
  Result whole;
  for (const Part& part : parts) {
    require_one_campaign(parts.front(), part);
    if (part.result.provenance.date < earliest->result.provenance.date) earliest = &part;
    for (const result::RunRecord& run : part.result.runs) {
      const auto [at, fresh] = holder.emplace(run.id, &part);
      if (!fresh)
        throw UsageError("the run '" + run.id + "' stands in " + at->second->file + " and in " +
                         part.file + "; a run is recorded once: leave one of the parts out");
      whole.runs.push_back(run);
    }
  }
  whole.paper = earliest->result.paper;
  whole.suite = earliest->result.suite;
  whole.provenance = earliest->result.provenance;
  return whole;
}

std::string record(const Recording& recording) {
  std::map<fs::path, std::string> texts;
  std::vector<fs::path> taken_in;
  std::string words;
  for (const auto& [paper, parts] : parts_by_paper(recording.parts)) {
    const Result whole = merge(parts);
    require_room(recording, paper, parts);
    const fs::path file = recording.into / (paper + ".json");
    texts[file] = to_text(whole);
    require_sound(paper, texts[file]);
    for (const Part& part : parts)
      if (is_beside(part.file, file)) taken_in.push_back(part.file);
    words += (words.empty() ? "recorded " : "\nrecorded ") + file.string() + ": " +
             std::to_string(whole.runs.size()) +
             (whole.runs.size() == 1 ? " run of " : " runs of ") + std::to_string(parts.size()) +
             (parts.size() == 1 ? " part" : " parts") + ", commit " + whole.provenance.build.commit;
  }
  result::make_writable_folder(recording.into);
  for (const auto& [file, text] : texts) result::write_durably(file, text);
  for (const fs::path& part : taken_in) {
    words += "\nremoved " + part.string() + ", whose runs it holds now";
    fs::remove(part);
  }
  return words;
}

}  // namespace tycho::verify
