#include "harness/cli/jobs.hpp"

#include <algorithm>
#include <initializer_list>
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

/// With all digits, so that the child reads the same number.
std::string in_digits(double number) {
  std::ostringstream out;
  out << std::setprecision(17) << number;
  return out.str();
}

/// What `tycho child` is told of a run of a campaign: where the files of the others are, too.
std::vector<std::string> words_of(const cases::RunSpec& run, const std::string& definition,
                                  const JobTerms& terms) {
  const RunArguments& arguments = terms.arguments;
  const auto beside_record = [&](const char* name) {
    return (terms.record_file.parent_path() / name).string();
  };
  std::vector<std::string> words = child_words(run, terms.record_file);
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  add({"--definition", definition});
  add({"--threads-found", beside_record("threads.json")});
  add({"--plans-found", beside_record("plans.json")});
  add({"--reference-kept", beside_record(kKeptReference)});
  if (!arguments.checkpoints.empty()) add({"--checkpoints", arguments.checkpoints});
  if (!arguments.checkpoint_every.empty())
    add({"--checkpoint-every",
         std::to_string(campaign::parse_duration(arguments.checkpoint_every).count())});
  if (!arguments.snapshots.empty())
    add({"--snapshots", arguments.snapshots, "--snapshots-every",
         std::to_string(arguments.snapshots_every)});
  if (arguments.sweep_libraries) add({"--sweep-libraries"});
  // A program that the case itself names is found there.
  if (run.variant->program && run.variant->held_to != run.variant->name)
    add({"--program", run.variant->program->text});
  return words;
}

/// The same program again, or that of the ranks.
campaign::ChildCommand command_of(const cases::RunSpec& run, std::vector<std::string> words,
                                  const std::optional<campaign::Launcher>& launcher) {
  campaign::ChildCommand command;
  if (run.ranks > 0) {
    if (!launcher) return command;  // the run is skipped
    words.insert(words.end(), {"--launcher", launcher->name()});
    return launcher->command(run.ranks, run.settings.threads(), words);
  }
  // This very file, even if a build replaces it meanwhile.
  command.argv = {"/proc/self/exe"};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  command.argv.insert(command.argv.end(),
                      {"--progress", std::to_string(campaign::kProgressDescriptor)});
  return command;
}

/// Bytes, of each rank; 0: no limit. Some of the memory is left to others, and a launcher of the
/// user's may start ranks on other machines.
std::uint64_t memory_limit(const cases::RunSpec& run, const RunArguments& arguments) {
  const bool elsewhere = run.ranks > 0 && !arguments.launcher.empty();
  if (run.uses(Backend::kCuda) || elsewhere || !memory_can_be_limited()) return 0;
  return static_cast<std::uint64_t>(result::this_processor().memory_bytes) / 10 * 9 /
         static_cast<std::uint64_t>(std::max(1, run.ranks));
}

Seconds need_of(cases::RunSpec run) {
  run.allowed = 0;
  return campaign::estimate(run);
}

}  // namespace

std::vector<std::string> child_words(const cases::RunSpec& run,
                                     const std::filesystem::path& record_file) {
  std::vector<std::string> words{
      "child", "--case",    run.origin->file.string(), "--suite",  run.suite,           "--run",
      run.id,  "--seconds", in_digits(run.seconds),    "--record", record_file.string()};
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (run.cold) add({"--cold"});
  if (!run.tuned_from.empty()) add({"--tuned", run.tuned_from.string()});
  if (!run.variant->library.empty())
    add({run.variant->g6 ? "--g6" : "--implementation", run.variant->library.string()});
  return words;
}

campaign::Job job_of(const cases::RunSpec& run, const std::string& definition,
                     const std::string& unavailable, const JobTerms& terms) {
  campaign::Job job;
  job.description = campaign::describe(run);
  job.unavailable = unavailable;
  job.command = command_of(run, words_of(run, definition, terms), terms.launcher);
  job.command.memory_limit_bytes = memory_limit(run, terms.arguments);
  // Whoever gives a limit has said how long a run may take, silent or not.
  if (terms.arguments.time_limit.empty())
    job.command.silence_limit = campaign::kLongestSilence;
  else
    job.command.time_limit = campaign::parse_duration(terms.arguments.time_limit);
  job.estimate = campaign::estimate(run);
  job.need = need_of(run);
  if (run.settings.backend() == Backend::kCpu && run.ranks == 0)
    job.bound_threads = run.settings.threads();
  return job;
}

}  // namespace tycho::cli
