#include "harness/measure/looks_asked.hpp"

#include <algorithm>
#include <cmath>

#include "core/formulas/cosmology.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/measure/picture_steps.hpp"
#include "harness/measure/state_files.hpp"

namespace tycho::measure {

namespace {

/// The waves that the checks of this run ask for, each with the step after which they are seen.
std::vector<std::pair<std::int64_t, checks::WavesSeen>> waves_of(const cases::RunSpec& run) {
  std::vector<std::pair<std::int64_t, checks::WavesSeen>> waves;
  for (const terms::CheckSpec* spec : checks_of(run))
    if (const auto asked = checks::waves_asked(*spec))
      for (const std::int64_t step : picture_steps({asked->redshift}, run.settings, run.steps))
        waves.emplace_back(step, *asked);
  return waves;
}

/// Where a check asks how much a universe's longest waves grew up to its end, they are followed.
void follow_growth(const cases::RunSpec& run, Looks& looks) {
  for (const terms::CheckSpec* spec : checks_of(run))
    looks.modes = std::max(looks.modes, checks::modes_followed(*spec));
  const auto universe = analysis::universe_of(run.settings);
  if (!universe) looks.modes = 0;
  if (looks.modes == 0) return;
  looks.linear_growth = [space = universe->cosmology, begin = universe->begin](double t) {
    return growth_factor(space, begin * std::exp(t)) / growth_factor(space, begin);
  };
}

}  // namespace

Looks looks_asked(Session& session) {
  const cases::RunSpec& run = session.run;
  const terms::Pictures& pictures = run.origin->pictures;
  Looks looks;
  looks.energy_error = energy_error_of(*session.algorithm, run.settings, session.initial);
  looks.mode = mode_of(*session.algorithm, run.settings, run.origin->initial);
  looks.pictures = pictures.number;
  looks.picture_steps = picture_steps(pictures.redshifts, run.settings, run.steps);
  looks.box = checks::periodic_box(run.settings).x;
  looks.waves = waves_of(run);
  follow_growth(run, looks);
  looks.every = session.backends.snapshots.empty() ? 0 : session.backends.snapshots_every;
  looks.keep = [&session](std::int64_t steps, const Particles& state) {
    keep_state(session, steps, state);
  };
  return looks;
}

}  // namespace tycho::measure
