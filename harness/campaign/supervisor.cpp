#include "harness/campaign/supervisor.hpp"

#include <set>

#include "core/error.hpp"
#include "harness/campaign/budget.hpp"
#include "harness/campaign/interrupt.hpp"
#include "harness/campaign/room.hpp"
#include "harness/campaign/thread_binding.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"
#include "harness/result/plain_name.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::campaign {

namespace {

using result::RunRecord;
using result::Status;

RunRecord not_run(const Job& job, Status status, const std::string& reason) {
  RunRecord record{job.description, {}, "", 0};
  record.status = status;
  record.reason = reason;
  return record;
}

// The record a child left. Throws UsageError with what is wrong where it cannot be used.
RunRecord record_left(const Job& job, const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) throw UsageError("there is none");
  RunRecord record = result::read_run(result::parse_json(result::read_text(file)), "the record");
  if (record.id != job.id()) throw UsageError("it is that of '" + record.id + "'");
  static_cast<result::RunDescription&>(record) = job.description;
  return record;
}

RunRecord record_of(const Job& job, const ChildEnd& end, const std::filesystem::path& file,
                    const Budget* budget) {
  // Past its own time limit a job failed; the budget's says nothing against the job.
  const bool own_limit = job.command.time_limit > Seconds{0} && end.wall >= job.command.time_limit;
  if (end.kind == ChildEnd::Kind::kTimedOut && budget && !own_limit)
    return not_run(job, Status::kSkipped, std::string(kNotFinished));
  if (!end.succeeded()) return not_run(job, Status::kFailed, end.reason());
  try {
    return record_left(job, file);
  } catch (const UsageError& error) {
    const std::string last = end.last_line.empty() ? "" : "; its last line: " + end.last_line;
    return not_run(job, Status::kFailed,
                   "ended without a readable record: " + std::string(error.what()) + last);
  }
}

/// Keeps the output of a failed run, for its user; a run that did not fail leaves none. The output
/// is no part of the results: where it cannot be written, the campaign goes on.
void keep_said(const RunRecord& record, const std::string& said,
               const std::filesystem::path& record_file) {
  const auto folder = record_file.parent_path() / kFailedFolder;
  const auto file = folder / (result::as_file_name(record.id) + ".txt");
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (record.status != Status::kFailed || said.empty()) return;
  std::filesystem::create_directory(folder, ignored);
  try {
    result::write_durably(file, said);
  } catch (const result::WriteError&) {
  }
}

}  // namespace

SuperviseEnd supervise(std::span<const Job> jobs, const std::filesystem::path& record_file,
                       const std::function<void(const RunRecord& record)>& keep, Watcher& watcher,
                       const Budget* budget) {
  ThreadBinding binding;
  std::set<std::string> ended;  // runs of which a visit did not come off
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    const Job& job = jobs[k];
    if (InterruptGuard::interrupted()) return SuperviseEnd::kInterrupted;
    if (job.visit > 1 && ended.count(job.id())) continue;
    watcher.started(job);
    const std::string began = result::utc_now();
    RunRecord record;
    Seconds wall{0};
    if (!job.unavailable.empty()) {
      record = not_run(job, Status::kSkipped, job.unavailable);
    } else if (budget && budget->left() <= Seconds{0}) {
      record = not_run(job, Status::kSkipped, std::string(kNoTimeLeft));
    } else {
      std::filesystem::remove(record_file);
      ChildCommand command = budget ? budget->command_of_first(jobs.subspan(k)) : job.command;
      if (job.bound_threads > 0) command.environment = binding.environment(job.bound_threads);
      const ChildEnd end = run_child(command, [&](const std::string& phase, double fraction) {
        watcher.progressed(phase, fraction);
      });
      if (end.kind == ChildEnd::Kind::kInterrupted) {
        std::filesystem::remove(record_file);
        return SuperviseEnd::kInterrupted;
      }
      if (end.had_no_room()) {
        std::filesystem::remove(record_file);
        throw NoRoom(job.id() + ' ' + end.reason());
      }
      record = record_of(job, end, record_file, budget);
      keep_said(record, end.said, record_file);
      wall = end.wall;
    }
    record.started = began;
    record.wall_s += wall.count();
    if (!record.ok()) ended.insert(job.id());
    keep(record);
    std::filesystem::remove(record_file);
    watcher.finished(job, record, wall);
  }
  return SuperviseEnd::kAllDone;
}

}  // namespace tycho::campaign
