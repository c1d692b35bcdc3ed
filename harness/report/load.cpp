#include "harness/report/load.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/report/counters.hpp"
#include "harness/report/number.hpp"
#include "harness/result/result_files.hpp"

namespace tycho::report {

namespace {

namespace fs = std::filesystem;

Estimate estimate(const result::Statistics& times) { return {times.median, times.low, times.high}; }

Processes processes_of(const result::Statistics& times) {
  return {times.visits.value_or(std::vector<double>{}),
          times.left_out.value_or(std::vector<double>{})};
}

StageTime stage_time(const result::StageRecord& stage) {
  return {stage.method,
          estimate(stage.step_s),
          stage.step_s.samples.size() == 1,
          stage.cold_step_s ? std::optional(estimate(*stage.cold_step_s)) : std::nullopt,
          stage.flops.value_or(0),
          stage.bytes.value_or(0),
          stage.issue_slots.value_or(0),
          stage.gflops.value_or(0),
          stage.gbytes.value_or(0),
          stage.calls.value_or(1).value(),
          stage.imbalance,
          processes_of(stage.step_s)};
}

Times times_of(const result::TimingRecord& from) {
  Times times;
  times.steps_requested = from.steps_requested;
  times.repeats_requested = from.repeats_requested;
  times.steps_measured = from.steps_measured;
  times.repeats_measured = from.repeats_measured;
  times.extrapolated = from.extrapolated();
  times.step_s = times.clean_step_s = estimate(from.step_s);
  times.processes = processes_of(from.step_s);
  times.on_the_way = from.passed_s && from.steps_measured > 0;
  if (times.on_the_way) {
    const double mean = from.typical_step_s();
    times.step_s = {mean, mean, mean};
    const double clean = from.clean_step_s();
    times.clean_step_s = {clean, clean, clean};
  }
  times.total_s = {from.total_s.value, from.total_s.low, from.total_s.high};
  if (from.along) {
    times.carrier = from.along->carrier;
    times.epochs = static_cast<std::int64_t>(from.along->epochs.size());
    const double steps = static_cast<double>(from.steps_requested);
    times.step_s = {times.total_s.value / steps, times.total_s.low / steps,
                    times.total_s.high / steps};
    const double clean = from.clean_step_s();
    times.clean_step_s = {clean, clean, clean};
  }
  times.instrumented_step_s = from.instrumented_step_s.value_or(0);
  times.disturbance = from.disturbance;
  times.unattributed_s = from.unattributed_s.value_or(0);
  // Results that do not say in which steps the stages were timed have a 0 where nobody counted.
  if (from.host_waits && (from.stage_steps || from.host_waits->value() > 0) &&
      !std::isnan(from.host_waits->value()))
    times.host_waits = from.host_waits->value();
  times.gap_reasons = from.gap_reasons;
  if (from.stage_steps) times.stage_steps = from.stage_steps->spans;
  for (const auto& [name, stage] : from.stages) times.stages.emplace_back(name, stage_time(stage));
  // A record has no order of stages; where the time goes is the one a reader looks for.
  std::stable_sort(times.stages.begin(), times.stages.end(), [](const auto& a, const auto& b) {
    return a.second.step_s.value > b.second.step_s.value;
  });
  if (from.throughput) {
    times.unit = from.throughput->unit;
    times.rate_stage = from.throughput->stage.value_or("");
    times.count = from.throughput->count;
    times.per_s = from.throughput->per_s;
    times.stage_per_s = from.throughput->stage_per_s.value_or(0);
  }
  if (from.throttled) {
    times.throttled_windows = static_cast<std::int64_t>(from.throttled->windows.size());
    times.throttled_stages = from.throttled->stages;
    for (const std::string& reason : from.throttled->reasons)
      join_to(times.throttle_reasons, reason);
  }
  return times;
}

OnRanks on_ranks(const result::ProcessesRecord& processes) {
  OnRanks found;
  const auto count = [](const std::vector<std::int64_t>& numbers) {
    return static_cast<int>(std::set<std::int64_t>(numbers.begin(), numbers.end()).size());
  };
  const auto most = [](const std::optional<std::vector<double>>& of) {
    return of && !of->empty() ? *std::max_element(of->begin(), of->end()) : 0;
  };
  found.nodes = count(processes.nodes);
  if (processes.devices) found.devices = count(*processes.devices);
  found.shared_device = processes.shared_device.value_or(false);
  found.messages = most(processes.messages);
  found.bytes = most(processes.bytes);
  return found;
}

void add_device(const result::DeviceRecord& device, Run& run) {
  // A GPU at rest runs slowly: the faster of the two is nearer to what the run had.
  const double nearest =
      std::max(device.clock_before_mhz.value_or(0), device.clock_after_mhz.value_or(0));
  run.clock_mhz = device.clock_mhz.mean.value_or(nearest);
  run.clock_least_mhz = device.clock_mhz.least;
  run.power_w = device.power_w.mean;
  run.joules_per_step = device.joules_per_step;
}

Run shown_run(result::RunRecord&& from) {
  Run run;
  run.status = from.status;
  run.reason = std::move(from.reason);
  run.started = std::move(from.started);
  if (from.series) run.series = *std::move(from.series);
  if (from.counters) run.counters = *std::move(from.counters);
  if (from.device) add_device(*from.device, run);
  if (from.timing) run.timing = times_of(*from.timing);
  if (from.device) run.cores = *from.device;
  run.threads_used = from.threads_used;
  run.wall_s = from.wall_s;
  run.spent_s = from.spent_s.value_or(std::map<std::string, double>{});
  run.host_peak_bytes = from.host_peak_bytes;
  if (from.processes) run.on_ranks = on_ranks(*from.processes);
  if (from.timing) {
    run.measured_again = from.timing->measured_again.value_or(0);
    run.visits = from.timing->visits.value_or(1);
    run.visits_left_out = run.visits - from.timing->visits_counted();
  }
  if (from.checks) run.checks = *std::move(from.checks);
  if (from.checks_not_judged) run.checks_not_judged = *std::move(from.checks_not_judged);
  static_cast<result::RunDescription&>(run) = std::move(from);
  return run;
}

Machine machine_of(const result::Provenance& provenance, bool recorded) {
  Machine machine;
  machine.recorded = recorded;
  machine.provenance = provenance;
  machine.name = provenance.machine;
  if (provenance.gpu) {
    machine.gpu = provenance.gpu->name;
    machine.sms = provenance.gpu->multiprocessors;
    machine.clock_mhz = provenance.gpu->clock_mhz;
  }
  return machine;
}

/// The days on which a machine ran what is kept of it, in however many files that is.
void date(std::vector<std::shared_ptr<Machine>>& machines, const std::vector<Run>& runs) {
  std::map<std::string, std::set<std::string>> days;
  for (const Run& run : runs) days[run.machine->name].insert(run.started.substr(0, 10));
  for (const auto& machine : machines) {
    const std::set<std::string>& its = days[machine->name];
    if (its.empty()) continue;
    machine->date = *its.begin();
    if (its.size() > 1) machine->date += " to " + *its.rbegin();
  }
}

}  // namespace

std::vector<Run> load_results(const std::vector<fs::path>& paths, bool recorded,
                              std::vector<Repeated>* repeated) {
  std::vector<Run> runs;
  std::vector<fs::path> origins;  // of the runs
  std::vector<std::shared_ptr<Machine>> machines;
  std::map<std::pair<std::string, std::string>, std::size_t> place;  // by machine and run id
  for (const fs::path& path : paths) {
    std::size_t results = 0;
    for (const fs::path& file : result::json_files(path, result::Within::kAllFolders)) {
      std::optional<result::Result> read = result::result_in(file);
      if (!read) continue;
      ++results;
      const auto machine = std::make_shared<Machine>(machine_of(read->provenance, recorded));
      machines.push_back(machine);
      for (result::RunRecord& record : read->runs) {
        Run run = shown_run(std::move(record));
        run.machine = machine;
        const auto [at, fresh] = place.try_emplace({machine->name, run.id}, runs.size());
        if (fresh) {
          runs.push_back(std::move(run));
          origins.push_back(file);
          continue;
        }
        Run& known = runs[at->second];
        fs::path& origin = origins[at->second];
        const bool later = known.started <= run.started;
        std::error_code unknown;
        if (repeated && !fs::equivalent(origin, file, unknown))
          repeated->push_back({run.id, later ? file : origin, later ? origin : file});
        if (!later) continue;
        known = std::move(run);
        origin = file;
      }
    }
    if (results == 0 && !recorded) {
      throw UsageError(path.string() + ": holds no result (a JSON file with \"schema\": \"" +
                       std::string(result::kResultSchema) +
                       "\"); `tycho run --out DIR` writes them");
    }
  }
  date(machines, runs);
  add_counters(paths, runs);
  return runs;
}

std::vector<std::string> in_words(const std::vector<Repeated>& repeated) {
  std::map<std::pair<fs::path, fs::path>, std::vector<std::string>> between;
  for (const Repeated& one : repeated) between[{one.taken, one.left}].push_back(one.id);
  std::vector<std::string> lines;
  for (const auto& [files, ids] : between) {
    const bool one = ids.size() == 1;
    lines.push_back((one ? ids.front() + " stands"
                         : plural(static_cast<std::int64_t>(ids.size()), "run") + " (" +
                               listed(ids) + ") stand") +
                    " in " + files.first.string() + " and in " + files.second.string() +
                    ": taken from the first (the last started counts, of two started at once the "
                    "last read)");
  }
  return lines;
}

namespace {

/// Runs of several machines bear their names; a GPU's alone where no other machine has the same.
void tag_machines(std::vector<Run>& runs) {
  std::map<std::string, std::set<std::string>> with_gpu;
  std::set<std::string> names;
  for (const Run& run : runs) {
    names.insert(run.machine->name);
    with_gpu[run.machine->gpu].insert(run.machine->name);
  }
  if (names.size() < 2) return;
  for (Run& run : runs) {
    const Machine& machine = *run.machine;
    const bool gpu_tells =
        run.backend == "cuda" && !machine.gpu.empty() && with_gpu.at(machine.gpu).size() == 1;
    run.machine_tag = gpu_tells ? machine.gpu : machine.name;
  }
}

}  // namespace

Evidence gather(std::vector<Run> inputs, const std::vector<Run>& recorded) {
  Evidence evidence;
  tag_machines(inputs);
  std::set<std::string> papers, measured_here;
  for (const Run& run : inputs) {
    papers.insert(run.paper);
    if (run.ok() && run.backend == "cuda") measured_here.insert(run.paper);
  }
  for (const Run& run : recorded) {
    if (!papers.count(run.paper) || measured_here.count(run.paper)) continue;
    if (run.backend == "cuda" && run.ok()) evidence.gpu_from.emplace(run.paper, run.machine);
  }
  const auto stands_in = [&](const Run& run) {
    const auto from = evidence.gpu_from.find(run.paper);
    return from != evidence.gpu_from.end() && from->second->name == run.machine->name;
  };
  for (const Run& run : inputs) {
    if (run.backend != "cuda" || !evidence.gpu_from.count(run.paper)) evidence.runs.push_back(run);
  }
  evidence.inputs = std::move(inputs);
  for (const Run& run : recorded) {
    if (!stands_in(run)) continue;
    evidence.recorded.push_back(run);
    if (run.backend == "cuda") evidence.runs.push_back(run);
  }
  return evidence;
}

}  // namespace tycho::report
