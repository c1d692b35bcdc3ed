#include <algorithm>
#include <chrono>
#include <memory>

#include "core/error.hpp"
#include "harness/backends/for_runs.hpp"
#include "harness/backends/list.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/campaign/nvml.hpp"
#include "harness/campaign/other_load.hpp"
#include "harness/campaign/progress_pipe.hpp"
#include "harness/campaign/slow_double.hpp"
#include "harness/cli/commands.hpp"
#include "harness/measure/execute.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/run_record.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::cli {

namespace {

struct ChildOptions {
  std::string case_file, suite, run, record, checkpoints, snapshots, tuned;
  double seconds = 0;
  int progress = -1;
};

cases::RunSpec find_run(const std::vector<cases::RunSpec>& runs, const std::string& id) {
  const auto found = std::find_if(runs.begin(), runs.end(),
                                  [&](const cases::RunSpec& run) { return run.id == id; });
  if (found == runs.end()) throw UsageError("the case has no run '" + id + "'");
  return *found;
}

// Executes one run and leaves its record. Anything that goes wrong ends this process only: what it
// printed last becomes the reason.
void execute_one(const ChildOptions& options) {
  const std::vector<const Contract*> algorithms = backends::contracts();
  const std::vector<cases::Case> cases{cases::read_case(options.case_file, algorithms)};
  std::vector<tune::TunedFile> tuned;
  if (!options.tuned.empty()) tuned.push_back(tune::read_tuned(options.tuned));
  cases::PlanOptions everything;
  everything.suite = options.suite;
  everything.tuned = tuned;
  cases::RunSpec run = find_run(cases::plan(cases, algorithms, everything), options.run);
  const bool on_gpu = run.settings.backend() == Backend::kCuda;
  if (const std::optional<result::GpuFacts> gpu = on_gpu ? backends::this_gpu() : std::nullopt)
    campaign::allow_for_slow_double({&run, 1}, gpu->single_to_double.value_or(0));
  run.seconds = options.seconds;
  const auto nvml = on_gpu ? std::make_unique<campaign::Nvml>() : nullptr;
  const campaign::GpuState before = nvml ? nvml->state() : campaign::GpuState{};
  result::RunRecord record{campaign::describe(run), {}, result::utc_now(), 0};
  const auto start = std::chrono::steady_clock::now();
  measure::Backends available = backends::for_runs();
  available.checkpoints = options.checkpoints;
  available.snapshots = options.snapshots;
  const campaign::OtherLoad others;
  static_cast<result::RunOutcome&>(record) =
      measure::execute(run, available, campaign::ProgressPipe(options.progress));
  const auto device = [&]() -> result::DeviceRecord& {
    return record.device ? *record.device : record.device.emplace();
  };
  if (const auto cores = others.cores(); cores && !on_gpu) device().other_cores = *cores;
  if (nvml) campaign::add_states(before, nvml->state(), device());
  record.wall_s = Seconds(std::chrono::steady_clock::now() - start).count();
  result::write_durably(options.record, to_json(compact(std::move(record))).dump());
}

}  // namespace

void add_child(CLI::App& app, int&) {
  const auto options = std::make_shared<ChildOptions>();
  CLI::App* child = app.add_subcommand("child", "Execute one run of a campaign");
  child->group("");  // not shown
  child->add_option("--case", options->case_file)->required();
  child->add_option("--suite", options->suite)->required();
  child->add_option("--run", options->run)->required();
  child->add_option("--seconds", options->seconds)->required();
  child->add_option("--record", options->record)->required();
  child->add_option("--progress", options->progress);
  child->add_option("--checkpoints", options->checkpoints);
  child->add_option("--snapshots", options->snapshots);
  child->add_option("--tuned", options->tuned);
  child->callback([options] { execute_one(*options); });
}

}  // namespace tycho::cli
