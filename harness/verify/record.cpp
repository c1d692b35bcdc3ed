#include "harness/verify/record.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/plural.hpp"
#include "harness/result/result_files.hpp"
#include "harness/result/short_commit.hpp"
#include "harness/verify/merge.hpp"

namespace tycho::verify {

namespace {

using result::json_files;
using result::plural;
using result::Result;
using result::result_in;
using result::RunRecord;
using result::Within;
namespace fs = std::filesystem;

bool is_part(const fs::path& file, const std::vector<Part>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const Part& part) { return fs::equivalent(part.file, file); });
}

/// Whether a part has this very record: it was recorded before.
bool has_same(const std::vector<Part>& parts, const RunRecord& run) {
  for (const Part& part : parts)
    for (const RunRecord& own : part.result.runs)
      if (own.id == run.id && is_same(own, run)) return true;
  return false;
}

/// What earlier sittings of the same commit left need not be named.
void join_unfinished(const Recording& recording, const std::string& paper,
                     std::vector<Part>& parts) {
  const fs::path file =
      unfinished_file(recording.into, paper, parts.front().result.provenance.build.commit);
  if (!fs::exists(file) || is_part(file, parts)) return;
  std::optional<Result> found = result_in(file);
  if (!found) return;
  std::erase_if(found->runs, [&](const RunRecord& run) { return has_same(parts, run); });
  parts.insert(parts.begin(), {file.string(), *std::move(found)});
}

/// "results/x/a.json: holds runs of a already, at commit c: 3, of which the parts lack 2, such as
/// 'id'".
std::string holds(const fs::path& file, const Result& there, const Result& whole) {
  std::set<std::string> ids;
  for (const RunRecord& run : whole.runs) ids.insert(run.id);
  std::size_t lacking = 0;
  std::string such;
  for (const RunRecord& run : there.runs) {
    if (ids.count(run.id)) continue;
    if (lacking++ == 0) such = ", such as '" + run.id + "'";
  }
  return file.string() + ": holds runs of " + there.paper + " already, of commit " +
         there.provenance.build.commit + ": " + std::to_string(there.runs.size()) +
         ", of which the parts lack " + std::to_string(lacking) + such;
}

/// What stands in the folder already must be a part, or be meant to be replaced.
void require_room(const Recording& recording, const Result& whole, const std::vector<Part>& parts) {
  if (!fs::is_directory(recording.into)) return;
  const fs::path target = whole.paper + ".json";
  std::string others, what_to_do;
  for (const fs::path& file : json_files(recording.into, Within::kFolder)) {
    const bool is_target = file.filename() == target;
    if (is_part(file, parts) || (recording.replace && is_target)) continue;
    const std::optional<Result> there = result_in(file);
    if (!there || there->paper != whole.paper) continue;
    join_to(others, holds(file, *there, whole), "; ");
    // The file of another name is in the way with --replace, too.
    if (is_target && what_to_do.empty()) what_to_do = "--replace writes over it";
    if (!is_target) what_to_do = "a recorded paper is one file: name it as a part, or remove it";
  }
  if (!others.empty()) throw UsageError(others + "; " + what_to_do);
}

/// Whether the part lies in the same folder as the recorded file and is another file.
bool is_beside(const fs::path& part, const fs::path& recorded) {
  return fs::is_directory(recorded.parent_path()) &&
         fs::equivalent(fs::absolute(part).parent_path(), recorded.parent_path()) &&
         part.filename() != recorded.filename();
}

}  // namespace

fs::path unfinished_file(const fs::path& into, const std::string& paper,
                         const std::string& commit) {
  return into / (paper + "-" + result::short_commit(commit) + ".json");
}

std::string record(const Recording& recording) {
  std::map<fs::path, std::string> texts;
  std::vector<fs::path> taken_in;
  std::string words;
  for (auto& [paper, parts] : parts_by_paper(recording.parts)) {
    join_unfinished(recording, paper, parts);
    const Result whole = merge(parts);
    require_room(recording, whole, parts);
    const fs::path file = recording.into / (paper + ".json");
    texts[file] = sound_text(whole);
    for (const Part& part : parts)
      if (is_beside(part.file, file)) taken_in.push_back(part.file);
    words += (words.empty() ? "recorded " : "\nrecorded ") + file.string() + ": " +
             plural(whole.runs.size(), "run") + " of " + plural(parts.size(), "part") +
             ", commit " + whole.provenance.build.commit;
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
