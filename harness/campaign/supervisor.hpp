// Runs the jobs of a campaign one after the other, each in a child process. A child that crashes,
// hangs or exhausts memory costs its own run only: recorded as failed, with the reason. A machine
// without room for files or processes is no fault of a run: it ends the campaign.
//
// Knows nothing of cases: a job is a command line that leaves a record in a file.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "harness/campaign/child_process.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::campaign {

/// A run without progress for this long hangs. Progress is reported between steps, and the longest
/// published step, a quarter of a time unit of a million bodies, is hours on a CPU.
inline constexpr Seconds kLongestSilence{6 * 3600};

/// The folder, beside the record file, of the output of failed runs, a file each.
inline constexpr char kFailedFolder[] = "failed";

struct Job {
  /// What is known of the run before it ran. Every record begins with it; that of a child which
  /// left none adds a status and a reason.
  result::RunDescription description;
  ChildCommand command;
  /// Why this machine cannot run the job, which is then recorded as skipped. Empty: it can.
  std::string unavailable;
  Seconds estimate{0};  // as the campaign is planned
  Seconds need{0};      // the same without a budget
  /// Threads of a CPU run, which are bound (harness/campaign/thread_binding.hpp); 0: left alone.
  int bound_threads = 0;

  /// Where the run is measured in several processes: which of them this is. A later one is left out
  /// where an earlier did not come off.
  int visit = 1, visits = 1;

  const std::string& id() const { return description.id; }
};

/// Someone who watches: the display of `tycho run`.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void started(const Job& /*job*/) {}
  virtual void progressed(const std::string& /*phase*/, double /*fraction*/) {}
  /// `taken` is the time of this visit's process, which the record adds to that of earlier ones.
  virtual void finished(const Job& /*job*/, const result::RunRecord& /*record*/,
                        Seconds /*taken*/) {}
};

class Budget;

enum class SuperviseEnd { kAllDone, kInterrupted };

/// Runs the jobs in order and gives each record to `keep`. A child writes its record to
/// `record_file`, which is removed before and after. A job that the budget leaves no time for, or
/// that it ends, is recorded as skipped with the reason. Stops early, without a record of the run
/// in flight, when interrupted. Throws NoRoom (harness/campaign/room.hpp) where the machine has no
/// room for a run to start in or to leave its record.
SuperviseEnd supervise(std::span<const Job> jobs, const std::filesystem::path& record_file,
                       const std::function<void(const result::RunRecord& record)>& keep,
                       Watcher& watcher, const Budget* budget = nullptr);

}  // namespace tycho::campaign
