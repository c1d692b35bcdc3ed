#include "harness/campaign/campaign_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/error.hpp"
#include "harness/campaign/changes.hpp"
#include "harness/campaign/request.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plain_file.hpp"
#include "harness/result/result.hpp"

namespace tycho::campaign {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uintmax_t kMostRequestBytes = std::uintmax_t{1} << 30;

// Whether there is no more than a campaign that was killed before it had begun may leave.
// Folders without a file are nothing: that of the report is made before the campaign, so that it is
// refused early, and may lie in the campaign's.
bool holds_nothing(const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    if (entry.path().filename() != kLockFile && entry.path().extension() != ".part") return false;
  }
  return true;
}

// Two supervisors in one folder would repeat each other's runs. The kernel drops the lock with the
// process, so nothing stays behind after a kill.
result::Descriptor lock(const fs::path& folder) {
  const fs::path file = folder / kLockFile;
  result::Descriptor fd = result::open_own(file, O_RDWR);
  // `tycho status` holds the lock for a moment while it looks whether somebody else does.
  constexpr int kTries = 20;
  int tries = 1;
  while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK && tries++ < kTries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      continue;
    }
    if (errno == EWOULDBLOCK)
      throw UsageError(folder.string() + ": another tycho is running a campaign in this folder");
    throw result::WriteError(file, std::strerror(errno));
  }
  return fd;
}

// A clock that was measured differs from one measurement to the next, on one machine too.
void forget_measured_clock(json& provenance) {
  const auto processor = provenance.find("processor");
  if (processor != provenance.end() && processor->is_object() &&
      processor->value("clock_source", json()) == "measured")
    processor->erase("clock_mhz");
}

}  // namespace

json read_request(const fs::path& file) {
  const std::string text = result::read_plain(file, kMostRequestBytes);
  try {
    json held = result::parse_json(text);
    if (held.is_object()) return held;
  } catch (const UsageError&) {
  }
  throw UsageError(file.string() + ": not a JSON object; name another folder");
}

std::string difference(const json& held, const json& request) {
  // The plainest difference first: another suite has other runs too.
  for (const char* part : {"schema", "suite", "provenance", "cases", "runs"}) {
    json was = held.value(part, json()), is = request.value(part, json());
    if (was.is_array() && is.is_array() && was.size() != is.size())
      return std::string(part) + " were " + std::to_string(was.size()) + " and are now " +
             std::to_string(is.size());
    for (json* side : {&was, &is}) {
      if (!side->is_object()) continue;
      side->erase("date");
      forget_measured_clock(*side);
    }
    if (const std::string changed = changes(was, is, part); !changed.empty()) return changed;
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

  is_new_ = fresh;
  if (fresh) {
    result::write_durably(folder_ / kRequestFile, request_.dump(1) + '\n');
  } else {
    const json held = read_request(folder_ / kRequestFile);
    if (!held.contains("cases") && request_.contains("cases"))
      throw UsageError(folder_.string() +
                       " was begun by an older tycho, which did not record the cases, so that "
                       "nothing shows whether they changed: resume it with that tycho, or name "
                       "another folder");
    if (const std::string changed = difference(held, request_); !changed.empty())
      throw UsageError(folder_.string() + " holds another campaign: " + changed +
                       "; repeat the first command with --resume, or name another folder");
    request_ = held;  // the date it began
  }

  provenance_ = result::read_provenance(request_.at("provenance"),
                                        (folder_ / kRequestFile).string() + ", /provenance");
  journal_.emplace(folder_ / kJournalFile);
  take_journal();
  // A kill may have come between the journal and the result file.
  for (const json& run : request_.at("runs"))
    left_[run.at("paper").get<std::string>()] += find(run.at("id").get<std::string>()) ? 0 : 1;
  if (!finished_.empty())
    for (const auto& [paper, ignored] : left_) write_result(paper);
}

void CampaignFolder::take_journal() {
  std::map<std::string, const json*> asked;
  for (const json& run : request_.at("runs")) asked[run.at("id").get<std::string>()] = &run;
  int line = 0;
  for (const json& found : journal_->found()) {
    const std::string where =
        (folder_ / kJournalFile).string() + ", line " + std::to_string(++line);
    result::RunRecord record = result::read_run(found, where);
    const auto run = asked.find(record.id);
    if (run == asked.end())
      throw UsageError(where + ": '" + result::one_line(record.id) +
                       "' is no run of this campaign; remove the line");
    const json was = to_json(static_cast<const result::RunDescription&>(record));
    json is = *run->second;
    for (const char* not_in_a_record : kRunExtent) is.erase(not_in_a_record);
    if (const std::string changed = changes(was, is); !changed.empty())
      throw UsageError(where + ": the record of another run: " + changed +
                       "; remove the line, and the run is run again");
    finished_[run->first] = std::move(record);  // the last counts: it was retried
  }
}

const result::RunRecord* CampaignFolder::find(const std::string& id) const {
  const auto found = finished_.find(id);
  return found == finished_.end() ? nullptr : &found->second;
}

void CampaignFolder::keep(const result::RunRecord& record) {
  journal_->append(to_json(record));
  std::size_t& left = left_[record.paper];
  if (finished_.insert_or_assign(record.id, record).second) --left;
  const bool was_made = record.status != result::Status::kSkipped;
  if (was_made || left == 0 || !fs::exists(file_of(record.paper))) write_result(record.paper);
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
  result::write_result(file_of(paper), made);
}

}  // namespace tycho::campaign
