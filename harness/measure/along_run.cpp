#include "harness/measure/along_run.hpp"

#include "core/error.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/measure/along.hpp"
#include "harness/measure/checkpoint_key.hpp"
#include "harness/measure/judge.hpp"
#include "harness/measure/reference_run.hpp"
#include "harness/measure/run_files.hpp"
#include "harness/measure/state_files.hpp"

namespace tycho::measure {

namespace {

std::unique_ptr<Algorithm> carrier_of(const cases::RunSpec& run, const Backends& backends) {
  const Settings& settings = run.along->settings;
  const bool cuda = settings.backend() == Backend::kCuda;
  if (cuda && !backends.cuda_unavailable.empty())
    throw Unavailable("its carrier, " + run.along->carrier + ": " + backends.cuda_unavailable);
  const Implementation* made =
      find_implementation(cuda ? backends.cuda : backends.reference, run.origin->algorithm);
  if (!made)
    throw Unavailable("its carrier, " + run.along->carrier + ": " + run.origin->algorithm +
                      " does not exist on the backend " + std::string(name(settings.backend())));
  return made->make(settings);
}

BegunAfter begun_after(const Session& session) {
  return [&session](std::int64_t steps) {
    Settings settings = session.run.settings;
    if (const ExpandingSpace* space = session.contract().traits.expanding)
      settings.set(space->begin, analysis::scale_factor_after(session.run.settings, steps));
    return session.implementation.make(settings);
  };
}

AlongPlan plan_of(const Session& session) {
  const cases::RunSpec& run = session.run;
  AlongPlan plan;
  plan.carrier = run.along->carrier;
  plan.lead_in = run.lead_in;
  plan.steps = run.steps;
  plan.epochs = run.along->epochs;
  plan.timed = run.along->steps;
  plan.box = checks::periodic_box(run.settings);
  plan.sittings = {checkpoint_file(session), {}, session.backends.checkpoint_every};
  if (!plan.sittings.file.empty()) plan.sittings.key = checkpoint_key(session);
  return plan;
}

/// The time of a step against the steps taken.
result::Curve step_along(const result::AlongRecord& along) {
  result::Curve curve;
  for (const result::EpochRecord& epoch : along.epochs) {
    curve.t.push_back(static_cast<double>(epoch.step) + 0.5 * static_cast<double>(epoch.steps));
    curve.value.push_back(epoch.step_s);
  }
  return curve;
}

}  // namespace

Timing run_along(Session& session) {
  session.algorithm.reset();  // the carrier asks for memory
  const auto carrier = carrier_of(session.run, session.backends);
  const AlongPlan plan = plan_of(session);
  session.watch_cores();
  const Subject carried{*carrier, session.run.along->settings.contract(), session.initial,
                        session.progress};
  TimedAlong timed = time_along(carried, session.contract(), begun_after(session), plan);
  session.algorithm = std::move(timed.algorithm);

  checks::Observed observed = session.at_start();
  observed.final = &timed.final;
  observed.verified_steps = timed.steps;
  for (const result::EpochRecord& epoch : timed.timing.along->epochs)
    observed.apart.push_back(epoch.apart);
  judge(session, observed);

  result::RunOutcome& record = session.record;
  record.series.emplace().curves["step_along"] = step_along(*timed.timing.along);
  auto& counters = record.counters.emplace();
  for (const auto& [name, value] : timed.carrier_counters) counters["carrier_" + name] = value;
  keep_state(session, 0, session.initial);
  keep_state(session, timed.steps, timed.final);
  return std::move(timed.timing);
}

}  // namespace tycho::measure
