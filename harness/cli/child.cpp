#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/ranks/ranks.hpp"
#include "harness/backends/for_runs.hpp"
#include "harness/backends/list.hpp"
#include "harness/campaign/child_process.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/campaign/nvml.hpp"
#include "harness/campaign/other_load.hpp"
#include "harness/campaign/progress_pipe.hpp"
#include "harness/campaign/rank_devices.hpp"
#include "harness/campaign/request.hpp"
#include "harness/campaign/room.hpp"
#include "harness/campaign/slow_double.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/run.hpp"
#include "harness/library/add_g6.hpp"
#include "harness/library/add_variants.hpp"
#include "harness/measure/execute.hpp"
#include "harness/measure/kept_plans.hpp"
#include "harness/program/add_program.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/result.hpp"
#include "harness/result/run_record.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::cli {

namespace {

struct ChildOptions {
  std::string case_file, suite, run, definition, record, checkpoints, snapshots, tuned,
      threads_found, plans_found, reference_kept, earlier, implementation, program, g6, launcher;
  double seconds = 0, allowed = 0, checkpoint_every = measure::Backends{}.checkpoint_every;
  std::int64_t snapshots_every = 0;
  bool cold = false, sweep_libraries = false;
  int progress = -1;
  Ranks* ranks = &alone();
  const result::ProcessesRecord* processes = nullptr;  // of ranks
};

/// A run, with the case and the tunings that must outlive it.
struct FoundRun {
  std::vector<cases::Case> cases;
  std::vector<tune::TunedFile> tuned;
  std::optional<cases::RunSpec> run;
};

cases::RunSpec find_run(const std::vector<cases::RunSpec>& runs, const std::string& id) {
  const auto found = std::find_if(runs.begin(), runs.end(),
                                  [&](const cases::RunSpec& run) { return run.id == id; });
  if (found == runs.end()) throw UsageError("the case has no run '" + id + "'");
  return *found;
}

/// A descriptor does not reach ranks: the first of them prints its progress.
campaign::ProgressPipe progress_of(const ChildOptions& options) {
  if (!options.processes) return campaign::ProgressPipe(options.progress);
  return campaign::ProgressPipe(options.ranks->rank() == 0 ? STDOUT_FILENO : -1,
                                std::string(campaign::kProgressTag));
}

// All ranks call it.
void add_processes(result::RunRecord& record, const ChildOptions& options,
                   const std::string& bus_id) {
  result::ProcessesRecord all = *options.processes;
  all.launcher = options.launcher.empty() ? "unknown" : options.launcher;
  if (record.on_gpu()) {
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    const std::string mine = campaign::device_id(bus_id, visible ? visible : "");
    campaign::number_devices(all, campaign::of_all(*options.ranks, mine));
  } else {
    all.transport = "host";
  }
  if (record.processes) {
    all.messages = record.processes->messages;
    all.bytes = record.processes->bytes;
    all.counters = record.processes->counters;
  }
  record.processes = std::move(all);
}

// The files of a campaign may change while it runs; what was begun is then another experiment.
void require_same_run(const cases::RunSpec& run, const std::string& definition) {
  const nlohmann::json here = campaign::request_of(run.suite, {}, {&run, 1});
  if (definition.empty() || campaign::definition_sum(here, 0) == definition) return;
  throw UsageError(run.origin->file.string() +
                   ": the case, or a file that it takes settings or particles from, has changed "
                   "since the campaign began; put it back, then --resume --retry-failed");
}

void read_run(const ChildOptions& options, FoundRun& found) {
  const std::vector<const Contract*> algorithms = backends::contracts();
  std::vector<cases::Case>& cases = found.cases;
  cases = {cases::read_case(options.case_file, algorithms)};
  if (!options.implementation.empty())
    library::add_variants(cases, {options.implementation}, backends::stream_clock,
                          options.sweep_libraries);
  if (!options.program.empty()) program::add_program(cases, options.program, algorithms);
  if (!options.g6.empty()) library::add_g6(cases, options.g6, backends::g6_library);
  if (!options.tuned.empty()) found.tuned.push_back(tune::read_tuned(options.tuned));
  cases::PlanOptions everything;
  everything.suite = options.suite;
  everything.tuned = found.tuned;
  found.run = find_run(cases::plan(cases, algorithms, everything), options.run);
}

/// The case file that one rank reads may be another than its neighbour's.
void require_same_on_all(const FoundRun& found, Ranks& ranks) {
  ranks.require_same(found.cases.front().as_read.dump(), "case files");
  if (ranks.size() != std::max(1, found.run->ranks))
    throw UsageError("the run is one of " + std::to_string(found.run->ranks) + " ranks, and " +
                     std::to_string(ranks.size()) + " were started");
}

/// What earlier visits left in the campaign's result file; nothing where none is named.
std::optional<result::RunRecord> earlier_visits(const std::string& file, const std::string& id) {
  if (file.empty()) return std::nullopt;
  for (result::RunRecord& run : result::read_result(file).runs)
    if (run.id == id && run.ok() && run.timing) return std::move(run);
  throw UsageError(file + ": no times of an earlier visit");
}

// Executes one run and leaves its record. Anything that goes wrong ends this process only (and with
// it the other ranks): what it printed last becomes the reason.
void execute_one(const ChildOptions& options) {
  Ranks& ranks = *options.ranks;
  FoundRun found;
  ranks.all_or_none([&] { read_run(options, found); });
  require_same_on_all(found, ranks);
  cases::RunSpec& run = *found.run;
  // Without ranks a run keeps its serial plan and bits: one rank is not the same program.
  if (run.ranks > 0) run.settings.share_among(ranks);
  const bool on_gpu = run.settings.backend() == Backend::kCuda;
  const std::optional<result::GpuFacts> gpu =
      run.uses(Backend::kCuda) ? backends::this_gpu() : std::nullopt;
  if (gpu) campaign::allow_for_slow_double({&run, 1}, gpu->single_to_double.value_or(0));
  run.seconds = options.seconds;
  run.allowed = options.allowed;
  run.cold = options.cold;
  ranks.all_or_none([&] { require_same_run(run, options.definition); });
  campaign::require_threads(run.ranks > 0 ? run.settings.threads() : available_threads());
  const auto nvml =
      on_gpu ? std::make_unique<campaign::Nvml>(gpu ? gpu->bus_id : std::string()) : nullptr;
  const campaign::GpuState before = nvml ? nvml->state() : campaign::GpuState{};
  result::RunRecord record{campaign::describe(run), {}, result::utc_now(), 0};
  measure::Backends available = backends::for_runs();
  available.checkpoints = options.checkpoints;
  available.checkpoint_every = options.checkpoint_every;
  available.gpu = gpu;
  available.snapshots = options.snapshots;
  available.snapshots_every = options.snapshots_every;
  available.threads_found = options.threads_found;
  available.reference_kept = options.reference_kept;
  if (!options.plans_found.empty()) measure::keep_plans_in(options.plans_found);
  const std::optional<result::RunRecord> earlier = earlier_visits(options.earlier, run.id);
  if (earlier) available.earlier = &*earlier;
  available.given = library::implementations();
  const std::filesystem::path beside = std::filesystem::absolute(options.record).parent_path();
  available.scratch = beside.string();
  available.program_folder = (beside / kProgramFolder).string();
  const campaign::OtherLoad others;
  static_cast<result::RunOutcome&>(record) = measure::execute(run, available, progress_of(options));
  const auto device = [&]() -> result::DeviceRecord& {
    return record.device ? *record.device : record.device.emplace();
  };
  // Where the run itself has not recorded it of the time of its timed steps.
  if (const auto cores = others.cores(); cores && !on_gpu && ranks.alone() && !device().other_cores)
    device().other_cores = *cores;
  if (nvml) campaign::add_states(before, nvml->state(), device());
  // The supervisor adds the wall time of this process.
  record.wall_s = earlier ? earlier->wall_s : 0;
  if (options.processes) add_processes(record, options, gpu ? gpu->bus_id : "");
  if (ranks.rank() != 0) return;
  result::write_durably(options.record, to_json(compact(std::move(record))).dump());
}

// Exit code 4 ends the campaign, so it is for a machine without room only: a file that cannot be
// read costs this run.
int execute_or_say_why_not(const ChildOptions& options) {
  const auto no_room = [](const std::exception& why) {
    std::cerr << "tycho: " << why.what() << std::endl;
    return campaign::kNoRoomCode;
  };
  try {
    execute_one(options);
    return kOk;
  } catch (const campaign::NoRoom& error) {
    return no_room(error);
  } catch (const std::system_error& error) {
    if (campaign::is_no_room(error.code())) return no_room(error);
    throw std::runtime_error(error.what());
  }
}

}  // namespace

void add_child(CLI::App& app, int& exit_code) { add_child(app, exit_code, alone(), nullptr); }

void add_child(CLI::App& app, int& exit_code, Ranks& ranks,
               const result::ProcessesRecord* processes) {
  const auto options = std::make_shared<ChildOptions>();
  options->ranks = &ranks;
  options->processes = processes;
  CLI::App* child = app.add_subcommand("child", "Execute one run of a campaign");
  child->group("");  // not shown
  child->add_option("--case", options->case_file)->required();
  child->add_option("--suite", options->suite)->required();
  child->add_option("--run", options->run)->required();
  child->add_option("--seconds", options->seconds)->required();
  child->add_option("--allowed", options->allowed);
  child->add_flag("--cold", options->cold);
  child->add_option("--definition", options->definition);
  child->add_option("--record", options->record)->required();
  child->add_option("--progress", options->progress);
  child->add_option("--checkpoints", options->checkpoints);
  child->add_option("--checkpoint-every", options->checkpoint_every);
  child->add_option("--snapshots", options->snapshots);
  child->add_option("--snapshots-every", options->snapshots_every);
  child->add_option("--tuned", options->tuned);
  child->add_option("--threads-found", options->threads_found);
  child->add_option("--plans-found", options->plans_found);
  child->add_option("--reference-kept", options->reference_kept);
  child->add_option("--earlier", options->earlier);
  child->add_option("--implementation", options->implementation);
  child->add_flag("--sweep-libraries", options->sweep_libraries);
  child->add_option("--program", options->program);
  child->add_option("--g6", options->g6);
  child->add_option("--launcher", options->launcher);
  child->callback([options, &exit_code] { exit_code = execute_or_say_why_not(*options); });
}

}  // namespace tycho::cli
