#include "harness/campaign/standing.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <string_view>

#include "core/error.hpp"
#include "harness/campaign/campaign_folder.hpp"
#include "harness/campaign/shell_line.hpp"
#include "harness/campaign/visits_left.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plain_file.hpp"

namespace tycho::campaign {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The kernel drops the lock with its holder. To share it for a moment is all that looking takes.
bool is_locked(const fs::path& folder) {
  const result::Descriptor fd(::open((folder / kLockFile).c_str(), O_RDONLY | O_CLOEXEC));
  return fd && ::flock(fd.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

/// The command that goes on, where its paths mean what they did when the campaign began. The folder
/// that they are relative to may be gone, or on another machine.
std::string go_on_from_here(const json& request) {
  const std::string command = request.value("go_on", ""), in = request.value("go_on_in", "");
  std::error_code none;
  if (command.empty() || in.empty() || !fs::is_directory(in, none) ||
      fs::equivalent(in, fs::current_path(), none))
    return command;
  return shell_line({"cd", in}) + " && " + command;
}

/// The latest record of every run. A last line that is still being written, or was cut off by a
/// kill, is no record yet.
std::map<std::string, result::RunRecord> records_in(const fs::path& journal) {
  std::map<std::string, result::RunRecord> records;
  if (!fs::exists(journal)) return records;
  const std::string text = result::read_text(journal);
  int number = 0;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    const std::string where = journal.string() + ", line " + std::to_string(++number);
    const auto line = std::string_view(text).substr(begin, end - begin);
    try {
      result::RunRecord record = result::read_run(result::parse_json(line), where);
      records[record.id] = std::move(record);
    } catch (const UsageError& error) {
      if (end + 1 == text.size()) break;
      const std::string what = error.what();
      throw UsageError(what.starts_with(where) ? what : where + ": " + what);
    }
  }
  return records;
}

}  // namespace

Standing standing_of(const fs::path& folder) {
  const fs::path file = folder / kRequestFile;
  if (!fs::is_directory(folder)) throw UsageError(folder.string() + ": no such folder");
  if (!fs::exists(file))
    throw UsageError(folder.string() + " holds no campaign (no " + kRequestFile +
                     "); name a folder that `tycho run --out` wrote");
  const json request = read_request(file);
  Standing standing;
  standing.at_work = is_locked(folder);
  const std::map<std::string, result::RunRecord> records = records_in(folder / kJournalFile);
  std::vector<result::RunRecord> finished;
  try {
    standing.began = request.at("provenance").at("date").get<std::string>();
    standing.go_on = go_on_from_here(request);
    for (const json& run : request.at("runs")) {
      ++standing.asked;
      const auto found = records.find(run.at("id").get<std::string>());
      const result::RunRecord* const record = found == records.end() ? nullptr : &found->second;
      if (visits_of(record, run.value("visits", 1), false).left > 0) ++standing.left;
      if (!record) continue;
      finished.push_back(*record);
      const bool failed = record->status == result::Status::kFailed;
      if (const std::string wrong = failed ? record->reason : not_held_in_words(*record);
          failed || !wrong.empty())
        standing.wrong.emplace_back(record->id, wrong);
      standing.last_began = std::max(standing.last_began, record->started);
    }
  } catch (const json::exception& error) {
    throw UsageError(file.string() + ": no request of a campaign: " + result::without_tag(error));
  }
  standing.outcome = outcome_of(finished);
  return standing;
}

}  // namespace tycho::campaign
