#include "harness/measure/room.hpp"

#include <algorithm>

#include "core/host_memory.hpp"
#include "core/ranks/ranks.hpp"
#include "harness/case/reference.hpp"
#include "harness/checks/smaller_run.hpp"
#include "harness/measure/session.hpp"

namespace tycho::measure {

namespace {

constexpr std::int64_t kParticle = 11 * 8;  // what all Particles have
// Of a particle, while a structure is sought: cells, the particles in their order with positions,
// sets of cells, and the groups they make (harness/analysis/friends.cpp, cell_list.cpp).
constexpr std::int64_t kHaloSearch = 100;
// Of a particle in a state that goes into a checkpoint: trees have 9 to 15 numbers, the client of
// the GRAPE-6 library 18.
constexpr std::int64_t kKept = 18 * 8;
// Of a comparison: those of the run, its reference and its twin, one of them twice while it joins
// the others.
constexpr std::int64_t kKeptStates = 4;
// Of the smaller run that a check makes beside: its initial state, its last, and a copy of that.
constexpr std::int64_t kSmallerStates = 3;

/// The particles of the largest that a check makes beside the run; 0: none does.
std::int64_t smaller_run(const cases::RunSpec& run) {
  std::int64_t most = 0;
  for (const terms::CheckSpec* spec : checks_of(run))
    most = std::max(most, checks::smaller_run(*spec, run.particles));
  return most;
}

}  // namespace

std::int64_t harness_bytes(const cases::RunSpec& run, bool keeps_states) {
  std::int64_t states = 2 * kParticle;
  // The reference, its state and its twin are held beside the run's own.
  const bool compares = run.origin->measure == terms::Measure::kComparison;
  if (compares) states += 2 * kParticle;
  // Those of the carrier before and after the steps that are timed, one of them in two orders.
  if (run.along) states += 3 * kParticle;
  std::int64_t beside = 0;
  if (run.settings.contract().traits.expanding) beside = kHaloSearch;
  if (keeps_states) beside = std::max(beside, (compares ? kKeptStates : 1) * kKept);
  return run.particles * (states + beside);
}

MemoryNeed need_of(const cases::RunSpec& run, const Contract& contract, bool keeps_states) {
  MemoryNeed need;
  if (contract.memory) need = contract.memory(run.settings, run.particles);
  const auto add = [&](const Settings& other, std::int64_t particles) {
    if (!other.contract().memory) return;
    const MemoryNeed beside = other.contract().memory(other, particles);
    need.host += beside.host;
    need.device += beside.device;
  };
  if (run.origin->measure == terms::Measure::kComparison) {
    const Settings reference = cases::settings_of_reference(run);
    add(reference, run.particles);
    if (twin_units(run)) add(reference, run.particles);
  }
  if (run.along) add(run.along->settings, run.particles);
  if (const std::int64_t smaller = smaller_run(run)) {
    add(run.settings, smaller);
    need.host += kSmallerStates * kParticle * smaller;
  }
  need.host += harness_bytes(run, keeps_states);
  return need;
}

void require_room(const cases::RunSpec& run, const Implementation& implementation,
                  const Backends& backends) {
  // Ranks of a run share its particles and one machine's memory: what each of them asks for is its
  // own to find out.
  if (!run.settings.ranks().alone()) return;
  const bool keeps = !backends.checkpoints.empty() && run.ranks == 0;
  const MemoryNeed need = need_of(run, *implementation.contract, keeps);
  require_host_memory(need.host, run.id.c_str());
  if (run.uses(Backend::kCuda) && backends.require_device_memory)
    backends.require_device_memory(need.device, run.id.c_str());
}

}  // namespace tycho::measure
