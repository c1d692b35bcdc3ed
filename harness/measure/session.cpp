#include "harness/measure/session.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/memory_policy.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/agreed.hpp"
#include "harness/measure/reference_run.hpp"
#include "harness/measure/room.hpp"
#include "harness/measure/thread_trial.hpp"
#include "harness/result/topology.hpp"

namespace tycho::measure {

namespace {

const Implementation& implementation_of(const cases::RunSpec& run, const Backends& backends) {
  const bool cuda = run.settings.backend() == Backend::kCuda;
  if (cuda && !backends.cuda_unavailable.empty()) throw Unavailable(backends.cuda_unavailable);
  for (const Implementation& given : backends.given)
    if (given.contract == &run.settings.contract()) return given;
  const auto list = cuda ? backends.cuda : backends.reference;
  if (const Implementation* found = find_implementation(list, run.origin->algorithm)) return *found;
  throw Unavailable(run.origin->algorithm + " does not exist on the backend " +
                    std::string(name(run.settings.backend())));
}

// Runs that are there for their times. An evolution and a comparison are there for their numbers,
// and a checkpoint is one of a number of threads. What is too long to be run whole is too long to
// be tried with one thread.
bool chooses_threads(const cases::RunSpec& run, const Backends& backends) {
  const bool all = run.settings.backend() == Backend::kCpu && run.variant->threads == 0;
  const terms::Measure measure = run.origin->measure;
  return all && run.settings.threads() > 1 && !run.along &&
         (measure == terms::Measure::kTiming ||
          (measure == terms::Measure::kInterval && backends.checkpoints.empty()));
}

ThreadTrial fastest_threads(const cases::RunSpec& run, const Backends& backends,
                            const Implementation& implementation, const Particles& initial,
                            const Progress& progress) {
  const std::string key = trial_key(run.settings, run.particles, run.variant->library.string());
  if (!backends.threads_found.empty())
    if (const auto found = find_trial(backends.threads_found, key)) return *found;
  const std::vector<int> counts =
      thread_counts(run.settings.threads(), result::this_topology().cores);
  // A fifth of the time that the run may measure for, but enough for FFTW's planning.
  double seconds = run.seconds > 0 ? std::max(1.0, 0.2 * run.seconds) : 0;
  if (run.allowed > 0)
    seconds = seconds > 0 ? std::min(seconds, 0.2 * run.allowed) : 0.2 * run.allowed;
  const ThreadTrial trial =
      try_threads(implementation, run.settings, initial, counts, seconds, progress);
  if (!backends.threads_found.empty()) keep_trial(backends.threads_found, key, trial);
  return trial;
}

}  // namespace

void Session::watch_cores() {
  others.emplace();
  if (run.settings.backend() == Backend::kCpu && ranks().alone())
    cores = core_speed(run.settings.threads());
}

checks::Observed Session::at_start() const {
  checks::Observed observed;
  observed.settings = &run.settings;
  observed.initial = &initial;
  return observed;
}

double Session::within(double limit, double share) const {
  if (run.allowed <= 0) return limit;
  // Never 0, which would be no limit.
  const double left = std::max(0.01, share * (run.allowed - agreed_since(ranks(), began)));
  return limit > 0 ? std::min(limit, left) : left;
}

Session make_session(cases::RunSpec& run, const Backends& backends, const Progress& progress) {
  const auto began = HostTime::now();
  progress("making the initial condition", 0);
  Ranks& ranks = run.settings.ranks();
  // A rank is bound to its node by the launcher, and one thread works where it touches first.
  if (run.settings.backend() == Backend::kCpu && run.settings.threads() > 1 && ranks.alone())
    interleave_memory();
  const Implementation* chosen = nullptr;
  Particles initial;
  // What makes a run impossible is agreed on before ranks wait for one another.
  ranks.all_or_none([&] {
    chosen = &implementation_of(run, backends);
    require_room(run, *chosen, backends);
    initial = initial::make_initial(run.origin->initial, run.particles, run.settings);
  });
  const Implementation& implementation = *chosen;
  result::RunOutcome record;
  if (chooses_threads(run, backends)) {
    const ThreadTrial trial = fastest_threads(run, backends, implementation, initial, progress);
    run.settings.use_threads(trial.used);
    record.threads_used = trial.used;
    for (const auto& [threads, step_s] : trial.step_s)
      (record.threads_tried ? *record.threads_tried
                            : record.threads_tried.emplace())[std::to_string(threads)] = step_s;
  }
  std::unique_ptr<Algorithm> algorithm;
  ranks.all_or_none([&] { algorithm = implementation.make(run.settings); });
  const bool cuda = run.settings.backend() == Backend::kCuda;
  return {run,
          backends,
          progress,
          implementation,
          std::move(initial),
          std::move(algorithm),
          cuda ? std::make_unique<GpuWatch>(backends.gpu ? backends.gpu->bus_id : "") : nullptr,
          ranks.alone() ? std::make_unique<ProcessorWatch>(backends.powercap) : nullptr,
          began,
          std::move(record)};
}

std::vector<const terms::CheckSpec*> checks_of(const cases::RunSpec& run) {
  std::vector<const terms::CheckSpec*> specs;
  const auto code = run.variant->code();
  for (const terms::CheckSpec& spec : run.origin->checks) {
    if (!checks::applies(spec, run.variant->known_as(), run.particles)) continue;
    if (code && !checks::can_be_asked(spec.name, run.settings.contract(), *code)) continue;
    specs.push_back(&spec);
  }
  return specs;
}

bool asks_for_potential(const cases::RunSpec& run) {
  const auto specs = checks_of(run);
  return std::any_of(specs.begin(), specs.end(), [](const terms::CheckSpec* spec) {
    return checks::needs_potential(spec->name);
  });
}

std::optional<double> twin_units(const cases::RunSpec& run) {
  for (const terms::CheckSpec* spec : checks_of(run))
    if (checks::needs_twin(spec->name)) return checks::twin_units(*spec);
  return std::nullopt;
}

}  // namespace tycho::measure
