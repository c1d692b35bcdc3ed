// The phases of a run, in their order, for each of the four kinds of measure. The first is always
// to make the session; behind the record of what was measured come at most the states to write.
#include "harness/measure/execute.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "core/error.hpp"
#include "core/host_memory.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/along_run.hpp"
#include "harness/measure/checkpoint_key.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/evolution.hpp"
#include "harness/measure/interval.hpp"
#include "harness/measure/judge.hpp"
#include "harness/measure/looks_asked.hpp"
#include "harness/measure/noise_gate.hpp"
#include "harness/measure/particles_sum.hpp"
#include "harness/measure/phase_times.hpp"
#include "harness/measure/program_run.hpp"
#include "harness/measure/record.hpp"
#include "harness/measure/reference_run.hpp"
#include "harness/measure/replay.hpp"
#include "harness/measure/run_files.hpp"
#include "harness/measure/second_passage.hpp"
#include "harness/measure/session.hpp"
#include "harness/measure/session_record.hpp"
#include "harness/measure/sittings.hpp"
#include "harness/measure/state_files.hpp"
#include "harness/measure/structure_series.hpp"
#include "harness/measure/time_steps.hpp"
#include "harness/measure/verify.hpp"
#include "harness/result/seven_digits.hpp"

namespace tycho::measure {

namespace {

// Steps of an evolution or comparison that took longer than these seconds are marked in stretches
// of about as long together.
constexpr double kSecondPassage = 30;
// Of the time that a run has left: for a way, and behind its checks for the second passage.
constexpr double kForTheWay = 0.4, kForSecondPassage = 0.8;

// With what is measured again because it was noisy, a run measures for this many times as long as
// it may otherwise; where it may measure without limit, for these seconds.
constexpr double kLongerForNoise = 3, kLongestForNoise = 300;

void time_stages_again(Session& session, const KeptStates& kept, Timing& timing) {
  const double limit =
      session.run.seconds > 0 ? std::min(kSecondPassage, session.run.seconds / 2) : kSecondPassage;
  mark_second_passage(session.subject(), kept, session.within(limit, kForSecondPassage), timing);
}

result::Counters counters_of(Algorithm& algorithm) {
  algorithm.settle();
  const auto counted = algorithm.counters();
  return {counted.begin(), counted.end()};
}

/// Of an algorithm whose space expands, in the state it was last stored in; else nothing.
std::optional<analysis::Structure> structure_at_end(const Session& session, Algorithm& algorithm,
                                                    const Particles& final,
                                                    const analysis::Structure* like = nullptr) {
  const std::vector<double> scale_factor = algorithm.field("scale_factor");
  if (scale_factor.empty()) return std::nullopt;
  session.progress("looking for haloes", 0);
  return analysis::structure_of(final, session.run.settings, scale_factor.front(), like);
}

std::int64_t period_of(const cases::RunSpec& run) {
  const auto period = run.settings.contract().period;
  return period ? period(run.settings) : 1;
}

/// Checks the state behind the first steps. Where an earlier visit came to the same bits, its
/// results hold, those of a mesh's fields too, since the fields moved the particles. Over ranks all
/// is checked again, by every rank.
void judge_first_steps(Session& session, const Verified& verified) {
  result::RunOutcome& record = session.record;
  const result::RunOutcome* earlier = session.backends.earlier;
  if (session.run.visits > 1) record.verified_state = particles_sum(verified.final);
  if (earlier && record.verified_state && session.ranks().alone() &&
      earlier->verified_state == record.verified_state) {
    record.checks = earlier->checks;
    return;
  }
  checks::Observed observed = session.at_start();
  observed.final = &verified.final;
  observed.initial_potential = verified.initial_potential;
  observed.verified_steps = verified.steps;
  judge(session, observed);
}

/// Windows of steps, stage by stage.
void run_timing(Session& session) {
  const cases::RunSpec& run = session.run;
  const Verified verified = verify(session, std::min(run.steps, kVerifiedSteps));
  judge_first_steps(session, verified);

  session.watch_cores();
  bool again = false;
  const auto measure = [&] {
    if (again) session.algorithm->load(session.initial);
    again = true;
    const WindowLimits limits{(run.steps + run.visits - 1) / run.visits, run.repeats,
                              session.within(run.seconds / run.visits, 1),
                              cases::whole_s(run) / run.visits, period_of(run)};
    return time_steps(session.subject(), limits, verified.step_s);
  };
  const double longest = run.seconds > 0 ? kLongerForNoise * run.seconds : kLongestForNoise;
  Timing timing =
      measure_quietly(measure, session.within(longest / run.visits, 1), session.ranks());
  session.record.counters = counters_of(*session.algorithm);
  const std::int64_t steps = std::min(run.steps, timing.steps_per_window);
  record_timing(session, std::move(timing));
  keep_way(session, steps);
}

/// Where the run is kept for later sittings. The ranks of a run count what each of them did, and
/// one file cannot give it back to them.
Sittings sittings_of(const Session& session) {
  if (!session.ranks().alone()) return {};
  Sittings sittings{checkpoint_file(session), {}, session.backends.checkpoint_every};
  if (!sittings.file.empty()) sittings.key = checkpoint_key(session);
  return sittings;
}

/// Of a way that ended before all steps were taken: where, and whose limit its seconds were.
std::optional<result::CutRecord> cut_of(const Session& session, const Timing& timing,
                                        double limit_s) {
  const cases::RunSpec& run = session.run;
  if (timing.evolved >= run.steps) return std::nullopt;
  const bool own = run.seconds > 0 && limit_s >= run.seconds;
  return result::CutRecord{
      timing.evolved, run.steps,
      own ? "the suite's " + result::seven_digits(run.seconds) + " s" : std::string("--budget")};
}

bool begun_before(const Sittings& sittings) {
  return !sittings.file.empty() && std::filesystem::exists(sittings.file);
}

/// What an earlier sitting has verified is not verified again.
Verified potential_at_start(Session& session) {
  Verified verified;
  if (!asks_for_potential(session.run)) return verified;
  session.algorithm->load(session.initial);
  verified.initial_potential = session.algorithm->field("particle_potential");
  return verified;
}

/// One long run, looked at on its way.
void run_evolution(Session& session) {
  const cases::RunSpec& run = session.run;
  Algorithm& algorithm = *session.algorithm;
  const Sittings sittings = sittings_of(session);
  const Verified verified =
      begun_before(sittings) ? potential_at_start(session) : verify(session, 1, Ends::kForgotten);
  session.watch_cores();
  const WayLimits limits{
      session.within(run.seconds, kForTheWay), verified.step_s,
      !KeptStates::fit(session.initial.size()) ||
          marks_unfelt(algorithm, session.contract(), verified.step_s, session.ranks())};
  Evolution evolved = evolve(session.subject(), looks_asked(session),
                             {run.settings.dt(), run.steps, run.origin->samples, limits, sittings});
  const auto structure = structure_at_end(session, algorithm, evolved.final);
  keep_state(session, 0, session.initial);
  keep_state(session, evolved.timing.evolved, evolved.final);

  Timing& timing = evolved.timing;
  session.record.cut = cut_of(session, timing, limits.seconds);
  timing.work_share = work_shares(algorithm, session.contract());
  session.record.counters = counters_of(algorithm);
  if (!sittings.file.empty()) (*session.record.counters)["sittings"] = evolved.sittings;

  checks::Observed observed = session.at_start();
  observed.final = &evolved.final;
  observed.initial_potential = verified.initial_potential;
  observed.verified_steps = timing.evolved;
  observed.energy_error = evolved.energy_error;
  observed.mode = evolved.mode;
  observed.mode_number = initial::seeded_mode(run.origin->initial);
  observed.components = evolved.components;
  observed.waves = evolved.waves;
  if (structure) observed.structure = &*structure;
  judge(session, observed);

  session.record.series = series_record(evolved);
  if (structure) record_structure(session, *structure);
  if (!timing.marks_in_headline)
    time_stages_again(session, evolved.kept, timing);
  else if (KeptStates::fit(session.initial.size()))
    replay_short_stages(session.subject(), {[&] { algorithm.load(session.initial); }}, timing);
  record_timing(session, timing);
}

/// A stretch of time after a lead-in, as a whole.
void run_interval(Session& session) {
  const cases::RunSpec& run = session.run;
  if (run.along) return record_timing(session, run_along(session));
  Algorithm& algorithm = *session.algorithm;
  IntervalPlan plan;
  plan.dt = run.settings.dt();
  plan.lead_in = run.lead_in;
  plan.limits = {run.steps, run.repeats, session.within(run.seconds, kForTheWay)};
  plan.checkpoint = checkpoint_file(session);
  if (!plan.checkpoint.empty()) plan.key = checkpoint_key(session);
  // What is an integral over the way cannot be seen at its two ends.
  const bool at_ends = session.contract().traits.conserves == Conserved::kEnergy;
  session.watch_cores();
  const Interval interval = measure_interval(
      session.subject(),
      at_ends ? energy_error_of(algorithm, run.settings, session.initial) : EnergyError(), plan);

  checks::Observed observed = session.at_start();
  observed.final = &interval.final;
  observed.initial_potential = interval.initial_potential;
  observed.verified_steps = plan.lead_in + run.steps;
  observed.energy_error = interval.energy_error;
  judge(session, observed);

  session.record.series = series_record(interval.energy_error);
  session.record.counters = counters_of(algorithm);
  (*session.record.counters)["from_checkpoint"] = interval.from_checkpoint ? 1 : 0;
  if (const auto structure = structure_at_end(session, algorithm, interval.final))
    record_structure(session, *structure);
  record_timing(session, interval.timing);
  keep_ends(session, plan.lead_in + run.steps, interval.final);
}

/// The reference again, from positions some units in the last place off, where a check asks for it.
std::unique_ptr<Algorithm> twin_of_reference(const Session& session) {
  const std::optional<double> units = twin_units(session.run);
  if (!units) return nullptr;
  return reference_from(session.run, session.backends, ulps_off(session.initial, *units));
}

/// Step by step beside the reference.
void run_comparison(Session& session) {
  const cases::RunSpec& run = session.run;
  Algorithm& algorithm = *session.algorithm;
  const auto reference = reference_from(run, session.backends, session.initial);
  const auto twin = twin_of_reference(session);
  const Sittings sittings = sittings_of(session);
  session.watch_cores();
  const ComparisonPlan plan{run.steps, run.origin->samples, session.within(run.seconds, kForTheWay),
                            checks::periodic_box(run.settings), sittings};
  Comparison comparison = compare(session.subject(), *reference, plan, twin.get());
  comparison.timing.work_share = work_shares(algorithm, session.contract());
  // One that ends where no particles are at one time in both ends behind its last look.
  const double taken = static_cast<double>(comparison.timing.evolved);
  if (!comparison.step.empty() && comparison.step.back() == taken)
    session.record.cut = cut_of(session, comparison.timing, plan.seconds);
  const auto expected = structure_at_end(session, *reference, comparison.reference_final);
  const auto found =
      structure_at_end(session, algorithm, comparison.final, expected ? &*expected : nullptr);

  checks::Observed observed = session.at_start();
  observed.final = &comparison.final;
  observed.reference = &comparison.reference_final;
  if (twin) observed.twin = &comparison.twin_final;
  observed.verified_steps = comparison.timing.evolved;
  for (std::size_t k = 0; k < comparison.step.size(); ++k)
    observed.difference.emplace_back(comparison.step[k], comparison.largest[k]);
  if (expected) observed.reference_structure = &*expected;
  if (found) observed.structure = &*found;
  judge(session, observed);

  result::RunOutcome& record = session.record;
  record.series = series_record(comparison);
  record.counters = counters_of(algorithm);
  if (!sittings.file.empty()) (*record.counters)["sittings"] = comparison.sittings;
  if (found) record_structure(session, *found);
  if (expected) add_series(*record.series, *expected, "reference_");
  if (found && expected) add_residual(*record.series, *found, *expected);
  if (twin && expected)
    if (const auto other = structure_at_end(session, *twin, comparison.twin_final))
      add_residual(*record.series, *other, *expected, "twin_");
  (*record.counters)["parted_at_step"] = comparison.parted;
  time_stages_again(session, KeptStates(0), comparison.timing);
  record_timing(session, comparison.timing);
  keep_ends(session, comparison.timing.evolved, comparison.final);
}

void run_phases(Session& session) {
  switch (session.run.origin->measure) {
    case terms::Measure::kTiming:
      return run_timing(session);
    case terms::Measure::kEvolution:
      return run_evolution(session);
    case terms::Measure::kInterval:
      return run_interval(session);
    case terms::Measure::kComparison:
      return run_comparison(session);
  }
}

/// With where the time went, that of earlier visits included, as in the wall time.
result::RunOutcome timed(result::RunOutcome record, PhaseTimes& times,
                         const result::RunOutcome* earlier) {
  record.spent_s = times.spent();
  if (earlier && earlier->spent_s)
    for (const auto& [phase, seconds] : *earlier->spent_s) (*record.spent_s)[phase] += seconds;
  return record;
}

}  // namespace

result::RunOutcome execute(const cases::RunSpec& run, const Backends& backends,
                           const Progress& progress) {
  bool made = false;
  PhaseTimes times(progress);
  const Progress tell = [&](const std::string& phase, double part) { times.tell(phase, part); };
  try {
    if (run.variant->program)
      return timed(run_program(run, backends, tell), times, backends.earlier);
    cases::RunSpec own = run;
    Session session = make_session(own, backends, tell);
    made = true;
    run_phases(session);
    if (session.ranks().alone() && peak_host_memory() > 0)
      session.record.host_peak_bytes = peak_host_memory();
    return timed(std::move(session.record), times, backends.earlier);
  } catch (const Unavailable& reason) {
    // Behind the session a rank may be alone with its error: the others wait, and must be ended.
    if (made && !run.settings.ranks().alone()) throw std::runtime_error(reason.what());
    result::RunOutcome skipped;
    skipped.status = result::Status::kSkipped;
    skipped.reason = reason.what();
    return skipped;
  }
}

}  // namespace tycho::measure
