#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/backends/for_runs.hpp"
#include "harness/backends/list.hpp"
#include "harness/campaign/duration.hpp"
#include "harness/campaign/estimate.hpp"
#include "harness/campaign/launcher.hpp"
#include "harness/campaign/slow_double.hpp"
#include "harness/campaign/visits_left.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/except.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/missing.hpp"
#include "harness/cli/run.hpp"
#include "harness/cli/select.hpp"
#include "harness/cli/share_budget.hpp"
#include "harness/cli/supervise_all.hpp"
#include "harness/cli/tuned_files.hpp"
#include "harness/initial/initial.hpp"
#include "harness/library/add_g6.hpp"
#include "harness/library/add_variants.hpp"
#include "harness/measure/kept.hpp"
#include "harness/program/add_program.hpp"
#include "harness/result/plural.hpp"
#include "harness/result/result.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::cli {

namespace {

bool named(const RunArguments& arguments, const char* backend) {
  return std::find(arguments.backends.begin(), arguments.backends.end(), backend) !=
         arguments.backends.end();
}

cases::PlanOptions plan_options(const RunArguments& arguments,
                                std::span<const tune::TunedFile> tuned) {
  cases::PlanOptions options;
  options.suite = arguments.suite;
  options.tuned = tuned;
  if (!arguments.backends.empty()) {
    options.cpu = named(arguments, "cpu");
    options.cuda = named(arguments, "cuda");
  }
  const auto is_count = [](const std::string& text) {
    return !text.empty() && text.size() < 6 &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); }) &&
           std::stoi(text) >= 1;
  };
  for (const std::string& count : arguments.threads) {
    if (count != "all" && !is_count(count))
      throw UsageError("--threads: '" + count + "' is neither a count nor 'all'");
    options.threads.push_back(count == "all" ? 0 : std::stoi(count));
  }
  for (const std::string& count : arguments.ranks) {
    if (!is_count(count)) throw UsageError("--ranks: '" + count + "' is no number of ranks");
    options.ranks.push_back(std::stoi(count));
  }
  return options;
}

/// Counts of threads that no run has would leave out runs without a word.
void require_threads(const std::vector<cases::Case>& cases,
                     std::span<const Contract* const> algorithms,
                     const cases::PlanOptions& options) {
  if (options.threads.empty() || !options.cpu) return;
  cases::PlanOptions all = options;
  all.threads.clear();
  std::set<int> known;
  for (const cases::RunSpec& run : cases::plan(cases, algorithms, all))
    if (run.settings.backend() == Backend::kCpu) known.insert(run.settings.threads());
  if (known.empty()) return;
  const int here = available_threads();
  const auto there = [&](int count) { return known.count(count == 0 ? here : count) > 0; };
  const bool any = std::any_of(options.threads.begin(), options.threads.end(), there);
  std::string list;
  for (const int count : known)
    join_to(list, std::to_string(count) + (count == here ? " (all)" : ""));
  for (const int count : options.threads) {
    // "1,all" is for whatever the cases have of the two.
    if (there(count) || (count == 0 && any)) continue;
    throw UsageError("--threads: no CPU run of these cases has " +
                     (count == 0 ? "all threads" : result::plural(count, "thread")) +
                     "; they have " + list);
  }
}

/// Before anything is written. Throws UsageError naming the option.
void require_durations(const RunArguments& arguments) {
  const auto require = [](const char* option, const std::string& text) {
    try {
      if (!text.empty()) campaign::parse_duration(text);
    } catch (const UsageError& error) {
      throw UsageError(std::string(option) + ": " + error.what());
    }
  };
  require("--budget", arguments.budget);
  require("--time-limit", arguments.time_limit);
  require("--checkpoint-every", arguments.checkpoint_every);
  if (!arguments.checkpoint_every.empty() && arguments.checkpoints.empty())
    throw UsageError("--checkpoint-every goes with --checkpoints");
}

bool skipped(const cases::RunSpec& run, const Missing& missing) { return !missing.of(run).empty(); }

/// What starts the ranks of runs that have some, tried with as many as any of them has; none where
/// no run has ranks, or where they cannot be started and nobody asked for them by name.
std::optional<campaign::Launcher> launcher_for(const std::vector<cases::RunSpec>& runs,
                                               const RunArguments& arguments, Missing& missing) {
  int most = 0;
  for (const cases::RunSpec& run : runs)
    if (!skipped(run, missing)) most = std::max(most, run.ranks);
  if (most == 0) return std::nullopt;
  try {
    campaign::Launcher launcher(arguments.launcher, campaign::program_of_ranks());
    if (!arguments.dry_run) launcher.require(most);
    return launcher;
  } catch (const Unavailable& why) {
    if (missing.asked_for_ranks) throw;
    missing.ranks = why.what();
    return std::nullopt;
  }
}

/// " at 8 epochs along gpu-device"; nothing where a run is made itself.
std::string in_words(const std::shared_ptr<const cases::AlongRun>& along) {
  if (!along) return "";
  return " at " + result::plural(along->epochs, "epoch") + " along " + along->carrier;
}

void show_plan(const std::vector<cases::RunSpec>& runs, const Missing& missing) {
  Seconds total{0};
  for (const cases::RunSpec& run : runs) {
    const std::string why = missing.of(run);
    if (why.empty()) total += campaign::estimate(run);
    std::cout << run.id << "  " << result::plural(run.steps, "step") << " x " << run.repeats
              << in_words(run.along) << ", "
              << (why.empty() ? "about " + campaign::in_words(campaign::estimate(run))
                              : "skipped: " + why)
              << '\n';
  }
  std::cout << result::plural(runs.size(), "run") << ", about " << campaign::in_words(total)
            << " (an estimate from operation counts and assumed rates; nothing was run)\n";
}

/// Leaves the runs that `--resume` would make, by the results in the campaign's folder.
void keep_unfinished(std::vector<cases::RunSpec>& runs, const RunArguments& arguments) {
  std::map<std::string, result::RunRecord> records;
  std::set<std::string> papers;
  for (const cases::RunSpec& run : runs) papers.insert(run.origin->paper);
  for (const std::string& paper : papers) {
    const std::filesystem::path file = std::filesystem::path(arguments.out) / (paper + ".json");
    if (!std::filesystem::exists(file)) continue;
    for (result::RunRecord& record : result::read_result(file).runs)
      records[record.id] = std::move(record);
  }
  const std::size_t all = runs.size();
  std::erase_if(runs, [&](const cases::RunSpec& run) {
    const auto found = records.find(run.id);
    const result::RunRecord* record = found == records.end() ? nullptr : &found->second;
    return campaign::visits_of(record, run.visits, arguments.retry_failed).left == 0;
  });
  std::cout << all - runs.size() << " of " << all << " runs were finished before\n";
}

void say_tuned(const std::vector<cases::RunSpec>& runs) {
  std::map<std::filesystem::path, std::size_t> count;
  for (const cases::RunSpec& run : runs)
    if (!run.tuned_from.empty()) ++count[run.tuned_from];
  for (const auto& [file, of] : count)
    std::cerr << "tycho: " << of << (of == 1 ? " run takes" : " runs take")
              << " tuned settings from " << file.string() << '\n';
}

void say_not_kept(const std::vector<cases::RunSpec>& runs, const Missing& missing) {
  std::vector<const cases::RunSpec*> made;
  for (const cases::RunSpec& run : runs)
    if (!skipped(run, missing)) made.push_back(&run);
  const std::string words = measure::not_kept_in_words(made);
  if (!words.empty()) std::cerr << "tycho: --checkpoints: " << words << '\n';
}

/// Options that need each other, before a case is read.
void require_options(const RunArguments& arguments) {
  if (arguments.out.empty() && !arguments.dry_run)
    throw UsageError("--out is required: the folder the campaign is written to");
  if (arguments.retry_failed && !arguments.resume)
    throw UsageError("--retry-failed goes with --resume");
  if (arguments.snapshots_every > 0 && arguments.snapshots.empty())
    throw UsageError("--snapshots-every goes with --snapshots");
  require_durations(arguments);
  if (!arguments.profile.asked &&
      (!arguments.profile.tool.empty() || !arguments.profile.stages.empty()))
    throw UsageError("--profiler and --stage go with --profile");
  if (!arguments.profile.asked) return;
  const std::pair<const char*, bool> of_campaigns[] = {
      {"--resume", arguments.resume},
      {"--except", !arguments.except.empty()},
      {"--report", !arguments.report.empty()},
      {"--budget", !arguments.budget.empty()},
      {"--time-limit", !arguments.time_limit.empty()},
      {"--checkpoints", !arguments.checkpoints.empty()},
      {"--snapshots", !arguments.snapshots.empty()}};
  for (const auto& [option, given] : of_campaigns)
    if (given)
      throw UsageError(std::string("--profile makes no campaign: ") + option +
                       " does not go with it");
}

// A campaign would find out when the turn of the first such run comes.
void require_snapshots(std::span<const cases::RunSpec> runs) {
  for (const cases::RunSpec& run : runs) {
    const std::filesystem::path file = initial::file_of(run.origin->initial);
    std::error_code none;
    if (!file.empty() && !std::filesystem::exists(file, none))
      throw UsageError(run.origin->file.string() + ": /initial/file: there is no file '" +
                       file.string() + "', neither beside the case nor from the current folder");
  }
}

int run_cases(const RunArguments& arguments, std::vector<cases::Case> cases,
              const std::function<void()>& write_cases) {
  const std::vector<const Contract*> algorithms = backends::contracts();
  library::add_variants(cases, arguments.implementations, backends::stream_clock,
                        arguments.sweep_libraries);
  if (!arguments.g6.empty()) library::add_g6(cases, arguments.g6, backends::g6_library);
  for (const std::string& program : arguments.programs)
    program::require_program(program::add_program(cases, program, algorithms));
  require_suite(cases, arguments.cases, arguments.suite);
  const std::vector<tune::TunedFile> tuned =
      tuned_for_this_machine(arguments.tuned, arguments.case_folder);
  const cases::PlanOptions options = plan_options(arguments, tuned);
  require_threads(cases, algorithms, options);
  std::vector<cases::RunSpec> runs = cases::plan(cases, algorithms, options);
  keep_only(runs, arguments.only);
  const bool any = !runs.empty();
  keep_share(runs, arguments.share);
  if (any && runs.empty()) {
    std::cout << "--share " << arguments.share << " has no runs: there are more shares than runs\n";
    return kOk;
  }
  if (runs.empty())
    throw UsageError("no run is left: see --backend, --threads, --ranks and --only");
  require_snapshots(runs);
  for (cases::RunSpec& run : runs) run.cold = arguments.cold;
  if (arguments.profile.asked && runs.front().variant->program)
    throw UsageError(
        "--profile: a program of your own is started, not profiled, by tycho; see --only");
  if (arguments.profile.asked)
    return profile(runs, arguments.profile, arguments.out.empty() ? "." : arguments.out,
                   arguments.dry_run);
  if (!arguments.snapshots.empty() && !snapshot::can_snapshot())
    throw Unavailable("--snapshots: this build has no HDF5; install libhdf5-dev and build anew");

  // Unknown is an error, unavailable a result - unless it was asked for by name.
  Missing missing{backends::unavailable(Backend::kCuda),
                  {},
                  !arguments.launcher.empty() || !arguments.ranks.empty(),
                  !arguments.checkpoints.empty()};
  if (named(arguments, "cuda") && !missing.cuda.empty())
    throw Unavailable("--backend cuda: " + missing.cuda);
  if (const std::optional<result::GpuFacts> gpu = backends::this_gpu()) {
    for (cases::RunSpec& run : runs) run.gpu_flops_per_s = campaign::peak_flops_per_s(*gpu);
    campaign::allow_for_slow_double(runs, gpu->single_to_double.value_or(0));
  }
  const std::vector<std::string> left_out = leave_out(runs, arguments);
  if (runs.empty()) {
    std::cout << "--except leaves no run: all were made\n";
    return kOk;
  }
  const std::optional<campaign::Launcher> launcher = launcher_for(runs, arguments, missing);
  say_tuned(runs);
  if (!arguments.checkpoints.empty()) say_not_kept(runs, missing);
  if (arguments.dry_run) {
    if (arguments.resume) keep_unfinished(runs, arguments);
    share_budget(runs, arguments.budget, missing, [](const cases::RunSpec&) { return true; });
    show_plan(runs, missing);
    const bool asked_for_too_much =
        std::any_of(runs.begin(), runs.end(), [&](const cases::RunSpec& run) {
          return is_asked_for(run, arguments.cases, arguments.only) && missing.is_memory(run);
        });
    return asked_for_too_much ? kUnavailable : kOk;
  }
  return supervise_all(arguments, std::move(runs), left_out, missing, launcher, write_cases);
}

}  // namespace

int run(const RunArguments& arguments) {
  require_options(arguments);
  return run_cases(arguments,
                   select_cases(arguments.cases, arguments.case_folder, backends::contracts()),
                   [] {});
}

int run(const RunArguments& arguments, std::vector<cases::Case> cases,
        const std::function<void()>& write_cases) {
  require_options(arguments);
  return run_cases(arguments, std::move(cases), write_cases);
}

}  // namespace tycho::cli
