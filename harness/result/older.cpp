#include "harness/result/older.hpp"

#include "harness/result/energy.hpp"

namespace tycho::result {

namespace {

/// An interaction of a walk takes more flops than this.
constexpr double kFewestFlops = 10;

void forget_work_not_counted(RunRecord& run) {
  if (!run.timing || !run.counters || run.n < 2) return;
  auto& stages = run.timing->stages;
  const auto interactions = run.counters->find("interactions_per_body");
  const auto walk = stages.find("walk");
  if (interactions == run.counters->end() || walk == stages.end()) return;
  const double counted = interactions->second.value() * static_cast<double>(run.n);
  if (counted > 0 && walk->second.flops.value_or(0) >= kFewestFlops * counted) return;
  // What goes by the number of walks was counted with them.
  for (const char* id : {"walk", "kick", "download", "exchange"})
    if (const auto found = stages.find(id); found != stages.end()) {
      StageRecord& stage = found->second;
      for (auto* work :
           {&stage.flops, &stage.bytes, &stage.issue_slots, &stage.gflops, &stage.gbytes})
        work->reset();
    }
}

constexpr double kSlotsCounted = 35, kSlotsIssued = 38;

void add_slots_not_counted(RunRecord& run) {
  if (!run.timing) return;
  for (auto& [id, stage] : run.timing->stages)
    if (stage.issue_slots == kSlotsCounted) stage.issue_slots = kSlotsIssued;
}

void forget_energy_of_other_steps(RunRecord& run) {
  if (!energy_adds_up(run)) run.device->joules_per_step.reset();
}

constexpr Correction kCorrections[] = {
    {"", "2026-11-19",
     "the walks of trees on the device, and of trees over ranks, were read before all steps were "
     "counted: of twelve steps a walk had a twelfth of its flops and bytes, or none",
     forget_work_not_counted},
    {"2026-11-16T01:57", "2026-11-19",
     "the evaluation in ds issued three instructions a pair more than its contract counted: those "
     "that free the force of the error of the inverse root. No other stage of these days counts as "
     "many",
     add_slots_not_counted},
    {"", kEnergyOfSteps,
     "the energy of what was done between short windows counted as that of their steps, and of "
     "steps that differ the long ones were counted alone",
     forget_energy_of_other_steps},
};

}  // namespace

std::span<const Correction> corrections() { return kCorrections; }

void correct(RunRecord& run) {
  for (const Correction& correction : kCorrections)
    if (run.started >= correction.from && run.started < correction.until) correction.apply(run);
}

}  // namespace tycho::result
