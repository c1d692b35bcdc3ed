#include "harness/campaign/campaign_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "core/error.hpp"
#include "harness/result/result.hpp"

namespace tycho::campaign {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kRequestFile = "campaign.json";
constexpr const char* kJournalFile = "journal.jsonl";
constexpr const char* kLockFile = ".lock";

// What a campaign that was killed before it had begun may leave.
bool holds_nothing(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().filename() != kLockFile && entry.path().extension() != ".part") return false;
  return true;
}

// Two supervisors in one folder would repeat each other's runs. The kernel drops the lock with the
// process, so nothing stays behind after a kill.
result::Descriptor lock(const fs::path& folder) {
  const fs::path file = folder / kLockFile;
  result::Descriptor fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd) throw result::WriteError(file, std::strerror(errno));
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      throw UsageError(folder.string() + ": another tycho is running a campaign in this folder");
    throw result::WriteError(file, std::strerror(errno));
  }
  return fd;
}

json read_request(const fs::path& file) {
  json held = json::parse(result::read_text(file), nullptr, /*allow_exceptions=*/false);
  if (!held.is_object())
    throw UsageError(file.string() + ": not a JSON object; name another folder");
  return held;
}

std::string shown(const json& value) {
  constexpr std::size_t kMost = 80;
  std::string text = value.dump();
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

}  // namespace

std::string difference(const json& held, const json& request) {
  // The plainest difference first: another suite has other runs too.
  for (const char* part : {"schema", "suite", "provenance", "runs"}) {
    const json was = held.value(part, json()), is = request.value(part, json());
    if (was.is_array() && is.is_array() && was.size() != is.size())
      return std::string(part) + " were " + std::to_string(was.size()) + " and are now " +
             std::to_string(is.size());
    for (const json& change : json::diff(was, is)) {
      const json::json_pointer where(change.at("path").get<std::string>());
      if (where == json::json_pointer("/date")) continue;
      const auto side = [&](const json& from) {
        return from.contains(where) ? shown(from.at(where)) : std::string("nothing");
      };
      return part + where.to_string() + " was " + side(was) + " and is now " + side(is);
    }
  }
  return {};
}

CampaignFolder::CampaignFolder(fs::path folder, json request, bool resume)
    : folder_(std::move(folder)), request_(std::move(request)) {
  if (fs::exists(folder_) && !fs::is_directory(folder_))
    throw result::WriteError(folder_, "it is a file");
  const bool fresh = !fs::exists(folder_) || holds_nothing(folder_);
  if (!fresh && !resume)
    throw UsageError(folder_.string() +
                     " is not empty: add --resume to go on with the campaign in it, or name "
                     "another folder");
  if (!fresh && !fs::exists(folder_ / kRequestFile))
    throw UsageError(folder_.string() + " holds no campaign (no " + kRequestFile +
                     ") and is not empty: name another folder");
  result::make_writable_folder(folder_);
  lock_ = lock(folder_);

  if (fresh) {
    result::write_durably(folder_ / kRequestFile, request_.dump(1) + '\n');
  } else {
    const json held = read_request(folder_ / kRequestFile);
    if (const std::string changed = difference(held, request_); !changed.empty())
      throw UsageError(folder_.string() + " holds another campaign: " + changed +
                       "; repeat the first command with --resume, or name another folder");
    request_ = held;  // the date it began
  }

  provenance_ = result::read_provenance(request_.at("provenance"),
                                        (folder_ / kRequestFile).string() + ", /provenance");
  journal_.emplace(folder_ / kJournalFile);
  int line = 0;
  for (const json& found : journal_->found()) {
    result::RunRecord record = result::read_run(
        found, (folder_ / kJournalFile).string() + ", line " + std::to_string(++line));
    const std::string id = record.id;
    finished_[id] = std::move(record);  // the last counts: it was retried
  }
  // A kill may have come between the journal and the result file.
  std::set<std::string> papers;
  for (const json& run : request_.at("runs")) papers.insert(run.at("paper").get<std::string>());
  if (!finished_.empty())
    for (const std::string& paper : papers) write_result(paper);
}

const result::RunRecord* CampaignFolder::find(const std::string& id) const {
  const auto found = finished_.find(id);
  return found == finished_.end() ? nullptr : &found->second;
}

void CampaignFolder::keep(const result::RunRecord& record) {
  journal_->append(to_json(record));
  finished_[record.id] = record;
  write_result(record.paper);
}

std::vector<const result::RunRecord*> CampaignFolder::finished(const std::string& paper) const {
  std::vector<const result::RunRecord*> runs;
  for (const json& run : request_.at("runs"))
    if (const result::RunRecord* record = find(run.at("id").get<std::string>()))
      if (paper.empty() || record->paper == paper) runs.push_back(record);
  return runs;
}

std::vector<result::RunRecord> CampaignFolder::records() const {
  std::vector<result::RunRecord> records;
  for (const result::RunRecord* record : finished()) records.push_back(*record);
  return records;
}

void CampaignFolder::write_result(const std::string& paper) const {
  result::Result made{paper, request_.at("suite").get<std::string>(), provenance_, {}};
  for (const result::RunRecord* record : finished(paper)) made.runs.push_back(*record);
  result::write_result(folder_ / (paper + ".json"), made);
}

}  // namespace tycho::campaign
