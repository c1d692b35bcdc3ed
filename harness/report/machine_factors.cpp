#include "harness/report/machine_factors.hpp"

#include <algorithm>
#include <tuple>

#include "core/known_contracts.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

/// The ceilings of a stage of one run on two machines; nothing of a whole step, or without probes.
void add_ceilings(Factors& factors, const std::string& stage, const Run& run, const Run& first,
                  const Evidence& evidence) {
  const result::ProbeFile *own = probe_of(run, evidence), *others = probe_of(first, evidence);
  if (!own || !others) return;
  const auto find = [&](const Run& of, const result::ProbeFile& probe) -> std::optional<Floor> {
    for (const auto& [name, time] : of.timing->stages)
      if (name == stage) return binding_floor(of, name, time, probe);
    return std::nullopt;
  };
  const auto here = find(run, *own), there = find(first, *others);
  if (here && there) factors.add_ceiling(*here, *there);
}

/// The factors of the stages of one run on every machine over the first.
void add_factors(MachineFactors& compared, const Twins& twins, const Run& first,
                 const std::vector<std::string>& stages, const Evidence& evidence) {
  for (const std::string& stage : stages) {
    const ComparedStage kind{first.label, stage, first.algorithm, first.backend == "cuda"};
    if (!compared.factors.count(kind)) compared.kinds.push_back(kind);
    for (const auto& [machine, run] : twins) {
      Factors& factors = compared.factors[kind][machine];
      const auto time = time_of(*run, stage), base = time_of(first, stage);
      if (time && base && base->value > 0 && time->value > 0 && !noisy(*time) && !noisy(*base)) {
        factors.add(base->value / time->value);
        factors.untold |= threads_untold(*run) || threads_untold(first);
        add_ceilings(factors, stage, *run, first, evidence);
      }
    }
  }
}

}  // namespace

std::optional<Estimate> time_of(const Run& run, const std::string& stage) {
  return quantity_of(run, time_name(stage));
}

std::string time_name(const std::string& stage) {
  return stage == kWholeStep ? "step_s" : "stage:" + stage + ".step_s";
}

std::vector<std::string> stages_in_order(const Run& run) {
  std::vector<std::string> names;
  for (const auto& [name, stage] : run.timing->stages) names.push_back(name);
  const Contract* contract = find_contract(run.algorithm);
  const auto place = [&](const std::string& name) -> std::size_t {
    if (!contract) return 0;
    const std::string first = name.substr(0, name.find('+'));  // of a fused stage
    const auto& stages = contract->stages;
    const auto found = std::find_if(stages.begin(), stages.end(),
                                    [&](const Stage& stage) { return stage.id == first; });
    return static_cast<std::size_t>(found - stages.begin());
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
  names.insert(names.begin(), kWholeStep);
  return names;
}

Meeting meeting_of(const std::string& paper, const Evidence& evidence) {
  Meeting meeting;
  auto& machines = meeting.machines;
  auto& runs = meeting.runs;
  for (const Run& run : evidence.inputs) {
    if (run.paper != paper || !run.ok() || !run.timing) continue;
    if (std::find(machines.begin(), machines.end(), run.machine->name) == machines.end())
      machines.push_back(run.machine->name);
    if (!runs.count(run.id)) meeting.ids.push_back(run.id);
    runs[run.id][run.machine->name] = &run;
  }
  std::erase_if(runs, [](const auto& entry) { return entry.second.size() < 2; });
  std::erase_if(meeting.ids, [&](const std::string& id) { return !runs.count(id); });
  return meeting;
}

void Factors::add(double factor) {
  ++runs;
  log_sum += std::log(factor);
  least = std::min(least, factor);
  most = std::max(most, factor);
}

void Factors::add_ceiling(const Floor& own, const Floor& first) {
  ++bound;
  ceiling_log_sum += std::log(first.seconds / own.seconds);
  ceilings.insert(own.ceiling);
}

bool MachineFactors::probed() const {
  return std::any_of(factors.begin(), factors.end(), [](const auto& kind) {
    return std::any_of(kind.second.begin(), kind.second.end(),
                       [](const auto& machine) { return machine.second.bound > 0; });
  });
}

MachineFactors compare_machines(const Meeting& meeting, const Evidence& evidence) {
  MachineFactors compared;
  for (const std::string& id : meeting.ids) {
    const Twins& twins = meeting.runs.at(id);
    if (const auto first = twins.find(meeting.machines.front()); first != twins.end())
      add_factors(compared, twins, *first->second, stages_in_order(*twins.begin()->second),
                  evidence);
  }
  std::stable_sort(compared.kinds.begin(), compared.kinds.end(),
                   [](const ComparedStage& a, const ComparedStage& b) {
                     return std::tie(b.on_gpu, a.algorithm, a.variant) <
                            std::tie(a.on_gpu, b.algorithm, b.variant);
                   });
  return compared;
}

}  // namespace tycho::report
