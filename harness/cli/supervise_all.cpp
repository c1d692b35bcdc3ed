#include "harness/cli/supervise_all.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "harness/backends/list.hpp"
#include "harness/campaign/budget.hpp"
#include "harness/campaign/campaign_folder.hpp"
#include "harness/campaign/display.hpp"
#include "harness/campaign/duration.hpp"
#include "harness/campaign/interrupt.hpp"
#include "harness/campaign/outcome.hpp"
#include "harness/campaign/request.hpp"
#include "harness/campaign/room.hpp"
#include "harness/campaign/shell_line.hpp"
#include "harness/campaign/thread_binding.hpp"
#include "harness/campaign/visits_left.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/jobs.hpp"
#include "harness/cli/live_report.hpp"
#include "harness/cli/select.hpp"
#include "harness/cli/share_budget.hpp"
#include "harness/measure/run_files.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/plain_name.hpp"
#include "harness/result/plural.hpp"

namespace tycho::cli {

namespace {

static_assert(campaign::kNoRoomCode == kCannotWrite);

std::optional<campaign::Budget> budget_of(const RunArguments& arguments) {
  if (arguments.budget.empty()) return std::nullopt;
  return campaign::Budget(campaign::parse_duration(arguments.budget));
}

/// The command that goes on with the campaign.
std::string go_on(const RunArguments& arguments) {
  std::vector<std::string> command = arguments.command_line;
  // After "--" it would be the name of a case.
  if (!arguments.resume)
    command.insert(std::find(command.begin(), command.end(), "--"), "--resume");
  return campaign::shell_line(command);
}

std::string how_to_resume(const RunArguments& arguments) {
  return "resume with: " + go_on(arguments);
}

nlohmann::json request_for(const RunArguments& arguments, const std::vector<cases::RunSpec>& runs,
                           const std::vector<std::string>& left_out) {
  result::Provenance provenance = result::this_provenance(backends::this_gpu());
  provenance.binding = campaign::binding_in_words();
  nlohmann::json request = campaign::request_of(arguments.suite, provenance, runs);
  request["go_on"] = go_on(arguments);
  request["go_on_in"] = std::filesystem::current_path().string();
  if (!left_out.empty()) request["left_out"] = left_out;
  return request;
}

class Supervised {
 public:
  Supervised(const RunArguments& arguments, std::vector<cases::RunSpec> runs,
             const std::vector<std::string>& left_out, const Missing& missing,
             const std::optional<campaign::Launcher>& launcher)
      : arguments_(arguments),
        runs_(std::move(runs)),
        missing_(missing),
        launcher_(launcher),
        request_(request_for(arguments, runs_, left_out)),
        folder_(arguments.out, request_, arguments.resume) {
    if (!folder_.notice().empty()) std::cerr << "tycho: " << folder_.notice() << std::endl;
  }

  int run() {
    share_budget(runs_, arguments_.budget, missing_,
                 [this](const cases::RunSpec& one) { return visits_left(one).left > 0; });
    campaign::JobsLeft left = jobs_left(Which::kNotFinished);
    say_left(left);
    budget_ = budget_of(arguments_);
    remove_leavings();
    LiveReport report(arguments_.out, arguments_.report, arguments_.case_folder);
    report.expect(left.jobs);
    try {
      const campaign::InterruptGuard guard;
      const bool interrupted =
          in_passages(std::move(left), report) == campaign::SuperviseEnd::kInterrupted;
      remove_leavings();
      if (!interrupted) report.finish();
      return say_end(interrupted, report);
    } catch (const result::WriteError& error) {
      return cannot_go_on(error);
    } catch (const campaign::NoRoom& error) {
      return cannot_go_on(error);
    } catch (const std::filesystem::filesystem_error& error) {
      return cannot_go_on(error);
    }
  }

 private:
  enum class Which {
    kNotFinished,
    kUnsettled,  // of those that came through, what another visit may settle
  };

  /// What runs leave in the campaign's folder for no later sitting: the files of a program that was
  /// ended, and the last reference.
  void remove_leavings() const {
    std::error_code ignored;
    for (const char* name : {kProgramFolder, kKeptReference})
      std::filesystem::remove_all(folder_.record_file().parent_path() / name, ignored);
  }

  /// Keeps a record, and only then removes the checkpoint of the way behind it: where the record
  /// finds no room, or the run ends before it is written, the next sitting goes on from there.
  void keep_safe(const result::RunRecord& record) {
    folder_.keep(record);
    if (!record.ok() || !measure::keeps_its_way(run_of(record))) return;
    std::error_code ignored;
    std::filesystem::remove(measure::checkpoint_file(arguments_.checkpoints, record.id), ignored);
  }

  const cases::RunSpec& run_of(const result::RunRecord& record) const {
    return *std::find_if(runs_.begin(), runs_.end(),
                         [&](const cases::RunSpec& one) { return one.id == record.id; });
  }

  campaign::VisitCount visits_left(const cases::RunSpec& one) const {
    return campaign::visits_of(folder_.find(one.id), one.visits, arguments_.retry_failed);
  }

  campaign::JobsLeft jobs_left(Which which) const {
    const std::filesystem::path record_file = folder_.record_file();
    campaign::JobsLeft left;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      const cases::RunSpec& one = runs_[k];
      const result::RunRecord* record = folder_.find(one.id);
      if (which == Which::kUnsettled && (!(record && record->ok()) || ended_.count(one.id)))
        continue;
      const auto whole = [&] {
        return job_of(one, campaign::definition_sum(request_, k), missing_.of(one),
                      {arguments_, record_file, launcher_});
      };
      left.add(whole, visits_left(one), one.visits, folder_.file_of(one.origin->paper));
    }
    left.sort();
    return left;
  }

  /// Passages through the campaign, until no run asks for another visit or the time is over.
  campaign::SuperviseEnd in_passages(campaign::JobsLeft left, LiveReport& report) {
    const auto keep = [&](const result::RunRecord& record) {
      // What was measured stays where a later visit has no time, or no memory of the GPU is left to
      // it. To ask for the same visit once more in this sitting might go on for ever.
      const result::RunRecord* known = folder_.find(record.id);
      if (known && known->ok() && record.status == result::Status::kSkipped)
        ended_.insert(record.id);
      else
        keep_safe(record);
      report.after(record, visits_left(run_of(record)).left);
    };
    for (std::size_t done = left.done;;) {
      campaign::Display display(std::cerr, campaign::is_terminal(STDERR_FILENO), done,
                                done + left.jobs.size(), left.expected);
      const campaign::SuperviseEnd end = campaign::supervise(
          left.jobs, folder_.record_file(), keep, display, budget_ ? &*budget_ : nullptr);
      if (end == campaign::SuperviseEnd::kInterrupted) return end;
      if (budget_ && budget_->left() <= Seconds{0}) return end;
      done += left.jobs.size();
      left = jobs_left(Which::kUnsettled);
      if (left.jobs.empty()) return end;
      std::cerr << "tycho: " << result::plural(left.runs, "run")
                << " took longer in some visits than in others, "
                << result::plural(left.jobs.size(), "visit") << " more, about "
                << campaign::in_words(left.expected) << std::endl;
      report.expect(left.jobs);
    }
  }

  void say_left(const campaign::JobsLeft& left) const {
    if (arguments_.resume && folder_.is_new())
      std::cerr << "tycho: " << arguments_.out << " held no campaign: a new one begins\n";
    else if (arguments_.resume)
      std::cerr << "tycho: " << left.done << " of " << runs_.size() << " runs were finished before"
                << (left.done > 0 && !arguments_.snapshots.empty()
                        ? ", of which --snapshots writes nothing more"
                        : "")
                << '\n';
    const std::size_t more = left.jobs.size() - left.runs;
    std::cerr << "tycho: " << result::plural(left.runs, "run")
              << (more > 0 ? " and " + result::plural(more, "visit") + " more" : "") << ", about "
              << campaign::in_words(left.expected) << " by an estimate from operation counts"
              << (more > 0 ? ", longer where visits differ" : "")
              << (arguments_.budget.empty() ? "" : ", held to --budget " + arguments_.budget)
              << std::endl;
  }

  int say_end(bool interrupted, const LiveReport& report) const {
    const campaign::Outcome outcome = campaign::outcome_of(folder_.records());
    std::cout << campaign::in_words(outcome) << '\n';
    if (const std::string cut = campaign::cut_in_words(folder_.records()); budget_ && !cut.empty())
      std::cout << cut << '\n';
    if (interrupted) {
      std::cerr << "tycho: interrupted; what is complete is in " << arguments_.out << "; "
                << how_to_resume(arguments_) << std::endl;
      return kInterrupted;
    }
    std::cout << "results in " << arguments_.out << std::endl;
    const auto said = folder_.record_file().parent_path() / campaign::kFailedFolder;
    if (outcome.failed > 0 && std::filesystem::is_directory(said))
      std::cout << "what failed runs printed is in " << said.string() << std::endl;
    if (!report.written()) {
      std::cerr << "tycho: the results are complete, the report is not; when it can be written, "
                << how_to_resume(arguments_) << std::endl;
      return kCannotWrite;
    }
    const bool all_fit = say_too_large();
    if (outcome.failed > 0 || outcome.checks_failed > 0) return kFailures;
    return all_fit ? kOk : kUnavailable;
  }

  /// Names what was asked for by name and refused for want of memory. Returns whether there is
  /// none.
  bool say_too_large() const {
    std::vector<std::string> ids;
    for (const result::RunRecord& record : folder_.records())
      if (campaign::lacked_memory(record) &&
          is_asked_for(run_of(record), arguments_.cases, arguments_.only))
        ids.push_back(record.id);
    if (!ids.empty())
      std::cerr << "tycho: no memory for " << result::plural(ids.size(), "run")
                << " asked for by case or --only, such as " << ids.front() << std::endl;
    return ids.empty();
  }

  int cannot_go_on(const std::exception& why) const {
    std::cerr << "tycho: " << result::one_line(why.what()) << "; make room, then "
              << how_to_resume(arguments_) << std::endl;
    return kCannotWrite;
  }

  const RunArguments& arguments_;
  std::vector<cases::RunSpec> runs_;
  const Missing& missing_;
  const std::optional<campaign::Launcher>& launcher_;
  nlohmann::json request_;
  campaign::CampaignFolder folder_;
  std::optional<campaign::Budget> budget_;  // begins with the runs
  std::set<std::string> ended_;  // runs whose last visit was skipped: no more in this sitting
};

/// Whoever resumes what is not there has mistaken the folder. One that is empty, or was made by a
/// campaign that was killed before it began, is there. Throws UsageError.
void require_folder(const std::string& out) {
  if (!std::filesystem::exists(out))
    throw UsageError("--resume: " + out +
                     ": no such folder, so there is no campaign to go on with; leave --resume out "
                     "to begin one there");
}

/// States of two campaigns in one folder would be read as those of one run. Throws UsageError.
void require_no_states(const std::filesystem::path& snapshots,
                       const std::vector<cases::RunSpec>& runs) {
  std::error_code none;
  for (const cases::RunSpec& run : runs) {
    const auto folder = snapshots / result::as_file_name(run.id);
    if (std::filesystem::is_directory(folder, none) && !std::filesystem::is_empty(folder, none))
      throw UsageError("--snapshots: " + folder.string() +
                       " holds states of an earlier run: remove them, or name another folder");
  }
}

}  // namespace

int supervise_all(const RunArguments& arguments, std::vector<cases::RunSpec> runs,
                  const std::vector<std::string>& left_out, const Missing& missing,
                  const std::optional<campaign::Launcher>& launcher,
                  const std::function<void()>& write_cases) {
  if (arguments.resume) require_folder(arguments.out);
  if (!arguments.snapshots.empty() && !arguments.resume)
    require_no_states(arguments.snapshots, runs);
  for (const std::string& files : {arguments.checkpoints, arguments.snapshots, arguments.report})
    if (!files.empty()) result::make_writable_folder(files);
  Supervised supervised(arguments, std::move(runs), left_out, missing, launcher);
  write_cases();
  return supervised.run();
}

}  // namespace tycho::cli
