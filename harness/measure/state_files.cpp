#include "harness/measure/state_files.hpp"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "harness/checks/places.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/plain_name.hpp"
#include "harness/snapshot/openpmd.hpp"
#include "harness/snapshot/snapshot_header.hpp"

namespace tycho::measure {

namespace {

/// With digits enough that files sort by their steps.
std::string state_name(std::int64_t steps, const char* ending) {
  std::ostringstream name;
  name << "step_" << std::setw(10) << std::setfill('0') << steps << ending;
  return name.str();
}

bool has_marks(const Particles& initial) {
  return !initial.species.empty() || !initial.softening.empty();
}

Particles with_marks(Particles state, const Particles& initial) {
  const bool species = !initial.species.empty(), softening = !initial.softening.empty();
  const checks::Places places(initial.id);
  state.species.clear();
  state.softening.clear();
  for (const std::uint64_t id : state.id) {
    const std::size_t at = places.of(id);
    if (at == checks::kNowhere)
      throw std::runtime_error("a state with the particle " + std::to_string(id) +
                               ", which was not loaded");
    if (species) state.species.push_back(initial.species[at]);
    if (softening) state.softening.push_back(initial.softening[at]);
  }
  return state;
}

}  // namespace

void keep_state(const Backends& backends, const cases::RunSpec& run, const Particles& initial,
                std::int64_t steps, const Particles& state) {
  if (backends.snapshots.empty() || run.settings.ranks().rank() != 0) return;
  const std::filesystem::path folder =
      std::filesystem::path(backends.snapshots) / result::as_file_name(run.id);
  result::make_writable_folder(folder);
  const double dt = run.settings.dt();
  if (run.settings.contract().traits.plasma)
    snapshot::write_openpmd(folder / state_name(steps, ".h5"),
                            {steps, dt * static_cast<double>(steps), dt, state});
  else
    snapshot::write_snapshot(folder / state_name(steps, ".hdf5"),
                             snapshot::header_after(run.settings, steps),
                             has_marks(initial) ? with_marks(state, initial) : state);
}

void keep_way(Session& session, std::int64_t steps) {
  if (session.backends.snapshots.empty()) return;
  session.progress("writing states", 0);
  keep_state(session, 0, session.initial);
  Algorithm& algorithm = *session.algorithm;
  algorithm.load(session.initial);
  SilentTimer silent(session.contract().stages);
  const std::int64_t every = session.backends.snapshots_every;
  Particles now(session.initial.size());
  for (std::int64_t step = 1; step <= steps; ++step) {
    algorithm.advance(silent);
    if (step < steps && (every == 0 || step % every != 0)) continue;
    algorithm.store(now);
    keep_state(session, step, now);
    session.progress("writing states", static_cast<double>(step) / static_cast<double>(steps));
  }
}

void keep_ends(Session& session, std::int64_t steps, const Particles& last) {
  if (session.backends.snapshots_every > 0) return keep_way(session, steps);
  keep_state(session, 0, session.initial);
  keep_state(session, steps, last);
}

}  // namespace tycho::measure
