// A campaign that is under way: its runs so far replace those of older files, run by run, so that
// each stands once in the folder whenever that is looked at between two sittings.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plural.hpp"
#include "harness/result/result_files.hpp"
#include "harness/verify/merge.hpp"
#include "harness/verify/record.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;
using result::plural;
using result::Result;
using result::RunRecord;
namespace fs = std::filesystem;

/// A result of the folder. In `content` its runs have the names of their day, in the order of those
/// in `result`.
struct Recorded {
  fs::path file;
  json content;
  Result result;
};

/// What becomes of a file; no text: it is removed.
struct Change {
  fs::path file;
  std::optional<std::string> text;
  std::string words;
};

std::vector<Recorded> recorded_of(const std::string& paper, const fs::path& into) {
  std::vector<Recorded> found;
  if (!fs::is_directory(into)) return found;
  for (const fs::path& file : result::json_files(into, result::Within::kFolder)) {
    json content = result::parse_json_file(file);
    if (!result::is_result(content)) continue;
    Result there = result::read_result(content, file);
    if (there.paper == paper) found.push_back({file, std::move(content), std::move(there)});
  }
  return found;
}

std::map<std::string, const RunRecord*> made_in(const Result& result) {
  std::map<std::string, const RunRecord*> made;
  for (const RunRecord& run : result.runs)
    if (run.ok()) made[run.id] = &run;
  return made;
}

/// Whoever measures a run again at one commit must say that the first time does not count, and a
/// part that was left lying must not replace what was measured since.
void require_newer(const Part& part, const Recorded& there) {
  const bool same_commit =
      part.result.provenance.build.commit == there.result.provenance.build.commit;
  const auto known = made_in(there.result);
  for (const auto& [id, run] : made_in(part.result)) {
    const auto found = known.find(id);
    if (found == known.end()) continue;
    const RunRecord& before = *found->second;
    if (!same_commit && before.started <= run->started) continue;
    if (is_same(*run, before)) continue;
    throw UsageError(there.file.string() + ": holds the run '" + id + "' of " +
                     (same_commit ? "this commit" : there.result.provenance.build.commit) +
                     ", started " + before.started + "; in " + part.file + " it was started " +
                     run->started + ": leave the part out, or say --replace");
  }
}

/// The runs of the unfinished file and of the parts, without those that were not made in any of
/// them and stand in another file as they were made.
struct Whole {
  Result result;
  std::vector<RunRecord> not_made;
};

Whole whole_of(const std::vector<Part>& parts, const std::vector<Recorded>& others) {
  Whole whole{merge(parts), {}};
  std::set<std::string> made_before;
  for (const Recorded& other : others)
    for (const auto& [id, run] : made_in(other.result)) made_before.insert(id);
  std::vector<RunRecord> kept;
  for (RunRecord& run : whole.result.runs) {
    const bool stays = run.ok() || !made_before.count(run.id);
    (stays ? kept : whole.not_made).push_back(std::move(run));
  }
  whole.result.runs = std::move(kept);
  return whole;
}

std::optional<Change> shortened(const Recorded& other, const Result& whole, const fs::path& by) {
  std::set<std::string> now, gone;  // `gone` as the file spells them
  for (const RunRecord& run : whole.runs) now.insert(run.id);
  const json& runs = other.content.at("runs");
  for (std::size_t k = 0; k < runs.size(); ++k)
    if (now.count(other.result.runs[k].id)) gone.insert(runs[k].at("id").get<std::string>());
  if (gone.empty()) return std::nullopt;
  const std::string file = other.file.string();
  if (gone.size() == runs.size())
    return Change{other.file, std::nullopt,
                  "removed " + file + ", whose runs " + by.string() + " holds now"};
  return Change{other.file, result::text_without(other.content, gone),
                "shortened " + file + ": " + plural(gone.size(), "run") + " taken out, " +
                    std::to_string(runs.size() - gone.size()) + " left"};
}

std::string in_words(const std::vector<RunRecord>& not_made) {
  const RunRecord& such = not_made.front();
  return plural(not_made.size(), "run") + (not_made.size() == 1 ? " was" : " were") +
         " not made and stay where they stand in older files: '" + such.id + "' (" + such.reason +
         ")" + (not_made.size() == 1 ? "" : ", ...");
}

/// Takes out what the parts have made, too: the very same, or what --replace replaces.
void give_way(Result& kept, const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    const auto made = made_in(part.result);
    std::erase_if(kept.runs, [&](const RunRecord& run) { return made.count(run.id) > 0; });
  }
}

void add_changes(const Recording& recording, const std::string& paper, std::vector<Part> parts,
                 std::vector<Change>& changes) {
  const fs::path file =
      unfinished_file(recording.into, paper, parts.front().result.provenance.build.commit);
  std::vector<Recorded> others = recorded_of(paper, recording.into);
  if (!recording.replace)
    for (const Part& part : parts)
      for (const Recorded& other : others) require_newer(part, other);
  std::size_t made_before = 0;
  const auto unfinished = std::find_if(others.begin(), others.end(), [&](const Recorded& there) {
    return there.file.filename() == file.filename();
  });
  if (unfinished != others.end()) {
    Result kept = std::move(unfinished->result);
    others.erase(unfinished);
    made_before = made_in(kept).size();
    give_way(kept, parts);
    parts.insert(parts.begin(), {file.string(), std::move(kept)});
  }
  const Whole whole = whole_of(parts, others);
  const std::string aside = whole.not_made.empty() ? "" : "; " + in_words(whole.not_made);
  if (whole.result.runs.empty())
    return changes.push_back({file, std::nullopt, "recorded nothing of " + paper + aside});
  changes.push_back({file, sound_text(whole.result),
                     "recorded " + file.string() + ": " + plural(whole.result.runs.size(), "run") +
                         ", " + std::to_string(made_in(whole.result).size() - made_before) +
                         " of them new, commit " + whole.result.provenance.build.commit + aside});
  for (const Recorded& other : others)
    if (std::optional<Change> change = shortened(other, whole.result, file))
      changes.push_back(*std::move(change));
}

}  // namespace

std::string record_partly(const Recording& recording) {
  std::vector<Change> changes;
  for (auto& [paper, parts] : parts_by_paper(recording.parts))
    add_changes(recording, paper, std::move(parts), changes);
  result::make_writable_folder(recording.into);
  std::string words;
  for (const Change& change : changes) {
    if (change.text)
      result::write_durably(change.file, *change.text);
    else
      fs::remove(change.file);
    join_to(words, change.words, "\n");
  }
  return words;
}

}  // namespace tycho::verify
