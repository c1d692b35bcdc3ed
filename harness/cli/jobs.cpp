#include "harness/cli/jobs.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "harness/campaign/describe.hpp"
#include "harness/campaign/duration.hpp"
#include "harness/campaign/estimate.hpp"
#include "harness/result/processor.hpp"

namespace tycho::cli {

namespace {

// Sanitizers map terabytes of shadow memory, which the limit would count.
constexpr bool memory_can_be_limited() {
#ifdef TYCHO_SANITIZED
  return false;
#else
  return true;
#endif
}

}  // namespace

// The same program again. /proc/self/exe is this very file even if a build replaces it meanwhile.
campaign::Job job_of(const cases::RunSpec& run, const std::string& definition,
                     const RunArguments& arguments, const std::filesystem::path& record_file,
                     const std::string& unavailable,
                     const std::optional<campaign::Launcher>& launcher) {
  std::ostringstream seconds;
  seconds << std::setprecision(17) << run.seconds;
  campaign::Job job;
  job.description = campaign::describe(run);
  job.unavailable = unavailable;
  const std::vector<std::string> words{"child",
                                       "--case",
                                       run.origin->file.string(),
                                       "--suite",
                                       run.suite,
                                       "--run",
                                       run.id,
                                       "--seconds",
                                       seconds.str(),
                                       "--definition",
                                       definition,
                                       "--record",
                                       record_file.string()};
  if (run.ranks > 0) {
    if (launcher) {
      job.command = launcher->command(run.ranks, run.settings.threads(), words);
      job.command.argv.insert(job.command.argv.end(), {"--launcher", launcher->name()});
    }
  } else {
    job.command.argv = {"/proc/self/exe"};
    job.command.argv.insert(job.command.argv.end(), words.begin(), words.end());
    job.command.argv.insert(job.command.argv.end(),
                            {"--progress", std::to_string(campaign::kProgressDescriptor)});
  }
  if (!arguments.checkpoints.empty())
    job.command.argv.insert(job.command.argv.end(), {"--checkpoints", arguments.checkpoints});
  if (!arguments.checkpoint_every.empty())
    job.command.argv.insert(
        job.command.argv.end(),
        {"--checkpoint-every",
         std::to_string(campaign::parse_duration(arguments.checkpoint_every).count())});
  if (!arguments.snapshots.empty())
    job.command.argv.insert(job.command.argv.end(),
                            {"--snapshots", arguments.snapshots, "--snapshots-every",
                             std::to_string(arguments.snapshots_every)});
  if (run.cold) job.command.argv.emplace_back("--cold");
  if (!run.tuned_from.empty())
    job.command.argv.insert(job.command.argv.end(), {"--tuned", run.tuned_from.string()});
  job.command.argv.insert(
      job.command.argv.end(),
      {"--threads-found", (record_file.parent_path() / "threads.json").string(), "--plans-found",
       (record_file.parent_path() / "plans.json").string(), "--reference-kept",
       (record_file.parent_path() / kKeptReference).string()});
  if (!run.variant->library.empty())
    job.command.argv.insert(job.command.argv.end(), {run.variant->g6 ? "--g6" : "--implementation",
                                                     run.variant->library.string()});
  if (arguments.sweep_libraries) job.command.argv.emplace_back("--sweep-libraries");
  // A program that the case itself names is found there.
  if (run.variant->program && run.variant->held_to != run.variant->name)
    job.command.argv.insert(job.command.argv.end(), {"--program", run.variant->program->text});
  // Whoever gives a limit has said how long a run may take, silent or not.
  if (arguments.time_limit.empty())
    job.command.silence_limit = campaign::kLongestSilence;
  else
    job.command.time_limit = campaign::parse_duration(arguments.time_limit);
  job.estimate = campaign::estimate(run);
  if (run.settings.backend() == Backend::kCpu && run.ranks == 0)
    job.bound_threads = run.settings.threads();
  cases::RunSpec without_budget = run;
  without_budget.allowed = 0;
  job.need = campaign::estimate(without_budget);
  if (!run.uses(Backend::kCuda) && memory_can_be_limited() &&
      (run.ranks == 0 || arguments.launcher.empty()))  // leave some of the memory to others
    job.command.memory_limit_bytes =
        static_cast<std::uint64_t>(result::this_processor().memory_bytes) / 10 * 9 /
        static_cast<std::uint64_t>(std::max(1, run.ranks));
  return job;
}

}  // namespace tycho::cli
