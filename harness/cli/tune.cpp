#include <iomanip>
#include <iostream>
#include <memory>

#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "harness/backends/list.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/run.hpp"
#include "harness/cli/select.hpp"
#include "harness/cli/tuned_files.hpp"
#include "harness/result/build_info.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/result.hpp"
#include "harness/result/result_files.hpp"
#include "harness/tune/choose.hpp"
#include "harness/tune/sweep_case.hpp"

namespace tycho::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Of a tuning's folder.
constexpr const char* kCases = "cases";
constexpr const char* kCampaign = "campaign";

struct TuneArguments {
  RunArguments run;
  std::string backend, into;
  double seconds = 1;
};

/// The cases of a tuning: as files, which stand in its folder so that whoever reads its results
/// finds what was run, and read.
struct Swept {
  std::vector<std::pair<fs::path, std::string>> files;
  std::vector<cases::Case> cases;

  void write() const {
    for (const auto& [file, text] : files) {
      result::make_writable_folder(file.parent_path());
      result::write_durably(file, text);
    }
  }
};

Swept sweep(const std::vector<cases::Case>& cases, const TuneArguments& arguments,
            Backend backend) {
  Swept swept;
  const auto algorithms = backends::contracts();
  for (const cases::Case& origin : cases) {
    const fs::path file =
        fs::path(arguments.run.out) / kCases / origin.paper / (origin.name + ".json");
    json content = tune::sweep_case(origin.as_read, *find_contract(algorithms, origin.algorithm),
                                    backend, arguments.seconds);
    content["initial"] = origin.initial;  // a snapshot beside the case is not beside this one
    swept.files.emplace_back(file, content.dump(1) + "\n");
    swept.cases.push_back(cases::read_case(std::move(content), file, algorithms));
  }
  return swept;
}

/// Cases are written into the folder: into one that holds something else they might replace its
/// own. Whether a campaign in it is this one, `run` finds out before they are written.
void require_own_folder(const fs::path& out, bool resume) {
  if (!fs::is_directory(out) || fs::is_empty(out)) return;
  if (!resume)
    throw UsageError(out.string() +
                     " is not empty: add --resume to go on with the tuning in it, or name another "
                     "folder");
  if (!fs::is_directory(out / kCampaign))
    throw UsageError(out.string() + " holds no tuning and is not empty: name another folder");
}

std::vector<tune::TunedEntry> best_of(const fs::path& campaign) {
  const auto algorithms = backends::contracts();
  std::vector<result::RunRecord> runs;  // of all papers, which may have cases alike
  for (const fs::path& file : result::result_files(campaign))
    for (result::RunRecord& run : result::read_result(file).runs) runs.push_back(std::move(run));
  std::vector<tune::TunedEntry> found = tune::choose(runs, algorithms);
  for (tune::TunedEntry& entry : found) entry.commit = result::build_info().commit;
  return found;
}

void show(const tune::TunedEntry& entry) {
  std::cout << entry.origin << "  n = " << entry.particles;
  if (entry.threads > 1) std::cout << ", " << entry.threads << " threads";
  for (const auto& [name, value] : entry.with.items())
    if (value.is_string()) std::cout << ", " << name << " = " << value.get<std::string>();
  std::cout << "\n  best:";
  for (const auto& [name, value] : entry.settings) std::cout << ' ' << name << " = " << value;
  std::cout << "; " << std::setprecision(4) << entry.step_s << " s a step, ";
  if (entry.safe_step_s > 0)
    std::cout << entry.safe_step_s / entry.step_s << " times as fast as the safe values";
  else
    std::cout << "where the safe values failed";
  std::cout << "; " << entry.tried << " tried, " << entry.refused << " failed or skipped\n";
}

void keep(const std::vector<tune::TunedEntry>& found, const fs::path& file, Backend backend) {
  tune::TunedFile tuned{file, backend, tuned_device(backend), {}};
  if (fs::exists(file)) tuned.entries = tune::read_tuned(file).entries;
  for (const tune::TunedEntry& entry : found) tuned.keep(entry);
  result::make_writable_folder(file.parent_path());
  result::write_durably(file, tune::to_json(tuned).dump(1) + "\n");
}

int tune(TuneArguments arguments) {
  if (arguments.run.out.empty()) throw UsageError("--out is required: the folder of the campaign");
  if (!(arguments.seconds > 0)) throw UsageError("--seconds must be above 0");
  const std::string no_cuda = backends::unavailable(Backend::kCuda);
  if (arguments.backend == "cuda" && !no_cuda.empty())
    throw Unavailable("--backend cuda: " + no_cuda);
  if (arguments.backend.empty()) {
    arguments.backend = no_cuda.empty() ? "cuda" : "cpu";
    if (!no_cuda.empty())
      std::cerr << "tycho: no GPU answers here, so the CPU is taken: " << no_cuda << std::endl;
  }
  const Backend backend = arguments.backend == "cuda" ? Backend::kCuda : Backend::kCpu;
  const fs::path folder =
      arguments.into.empty() ? tuned_folder(arguments.run.case_folder) : fs::path(arguments.into);
  if (folder.empty()) throw UsageError("no folder of cases: name one for the result with --into");

  const fs::path out = arguments.run.out;
  std::vector<cases::Case> cases =
      select_cases(arguments.run.cases, arguments.run.case_folder, backends::contracts());
  // Before anything is written. Cases without the suite have no runs, and get no files.
  require_suite(cases, arguments.run.cases, arguments.run.suite);
  std::erase_if(cases,
                [&](const cases::Case& one) { return !one.suites.count(arguments.run.suite); });
  if (!arguments.run.dry_run) require_own_folder(out, arguments.run.resume);
  const Swept swept = sweep(cases, arguments, backend);
  RunArguments& run_arguments = arguments.run;
  run_arguments.out = (out / kCampaign).string();
  run_arguments.backends = {arguments.backend};
  run_arguments.tuned = "none";
  run_arguments.sweep_libraries = true;
  // A setting that fails, or does not fit into memory, is out of the contest, no failure of the
  // tuning.
  const int code = run(run_arguments, swept.cases, [&] { swept.write(); });
  if (arguments.run.dry_run || (code != kOk && code != kFailures && code != kUnavailable))
    return code;

  const std::vector<tune::TunedEntry> found = best_of(run_arguments.out);
  if (found.empty()) {
    std::cerr << "tycho: no setting came through its checks; see " << run_arguments.out << '\n';
    return kFailures;
  }
  for (const tune::TunedEntry& entry : found) show(entry);
  const fs::path file = (folder / tune::tuned_file_name(tuned_device(backend))).lexically_normal();
  keep(found, file, backend);
  std::cout << "kept in " << file.string() << ", which runs on this device take by default\n";
  return kOk;
}

}  // namespace

void add_tune(CLI::App& app, int& exit_code, const std::vector<std::string>& command_line) {
  const auto arguments = std::make_shared<TuneArguments>();
  arguments->run.command_line = command_line;
  CLI::App* command = app.add_subcommand(
      "tune", "Try every tunable setting of a case and keep the fastest for this device");
  command->add_option("CASE", arguments->run.cases, "as for run; with measure = timing or interval")
      ->required();
  command->add_option("--suite", arguments->run.suite, "smoke, quick, standard or full")
      ->capture_default_str();
  command
      ->add_option("--backend", arguments->backend,
                   "cuda or cpu (default: cuda where there is one)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_option("--out", arguments->run.out, "the campaign's folder: new, or with --resume");
  command->add_option("--into", arguments->into,
                      "folder for the file of this device (default: tuned, beside the cases)");
  command->add_option("--seconds", arguments->seconds, "time each combination is measured for")
      ->capture_default_str();
  command
      ->add_option("--only", arguments->run.only, "only runs whose id matches, e.g. '*/n=65536/*'")
      ->allow_extra_args(false);
  command
      ->add_option("--implementation", arguments->run.implementations,
                   "a shared library of your own (docs/bring-your-own.md), tuned beside the case's "
                   "variants; several may follow")
      ->allow_extra_args(false);
  command->add_option("--budget", arguments->run.budget, "time for all runs (10m, 1h30m)");
  command->add_flag("--resume", arguments->run.resume, "go on with the tuning in --out");
  command->add_flag("--retry-failed", arguments->run.retry_failed,
                    "with --resume: run again what failed");
  command->add_flag("--dry-run", arguments->run.dry_run, "show the runs; run nothing");
  command->add_option("--cases", arguments->run.case_folder, "folder of cases (default: found)");
  command->callback([arguments, &exit_code] {
    take_patterns(arguments->run.cases, arguments->run.only);
    exit_code = tune(*arguments);
  });
}

}  // namespace tycho::cli
