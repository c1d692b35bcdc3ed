#include "harness/measure/judge.hpp"

#include <algorithm>
#include <filesystem>

#include "harness/analysis/universe.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/kept_reference.hpp"
#include "harness/measure/record.hpp"
#include "harness/measure/reference_run.hpp"

namespace tycho::measure {

namespace {

/// Tells of steps that a check asks for; a phase of its own for people, but no other in a record.
std::function<void(double part)> telling(const Session& session, const std::string& of) {
  return
      [&session, phase = "checking: steps " + of](double part) { session.progress(phase, part); };
}

/// Both ways to go on from the end of a run, in algorithms of their own: the run's stays as it is.
void let_go_on(Session& session, checks::Observed& observed) {
  const cases::RunSpec& run = session.run;
  const Implementation& made = session.implementation;
  observed.go_on = [&session, &made](std::int64_t steps) {
    const auto other = made.make(session.run.settings);
    other->restore(session.initial, session.algorithm->checkpoint());
    return after_steps(*other, *made.contract, session.initial.size(), steps);
  };
  const double now = analysis::scale_factor_after(run.settings, observed.verified_steps);
  observed.begin_anew = [&run, &made, now](const Particles& state, std::int64_t steps) {
    Settings settings = run.settings;
    settings.set(made.contract->traits.expanding->begin, now);
    const auto other = made.make(settings);
    other->load(state);
    return after_steps(*other, *made.contract, state.size(), steps);
  };
}

/// The same run with other than its own number of particles, in an algorithm of its own. The last
/// is kept, for the next check that asks for it.
void let_other_size_run(Session& session, checks::Observed& observed) {
  observed.of_size = [&session, steps = observed.verified_steps,
                      last = Particles()](std::int64_t particles) mutable {
    if (std::ssize(last.x) == particles) return last;
    const cases::RunSpec& run = session.run;
    const Particles first = initial::make_initial(run.origin->initial, particles, run.settings);
    const auto other = session.implementation.make(run.settings);
    other->load(first);
    last = after_steps(*other, session.contract(), first.size(), steps,
                       telling(session, "of the smaller run"));
    return last;
  };
}

/// The same code on one rank. The first rank alone runs it; on the others, whose checks are not
/// recorded, the run itself takes its place.
void let_one_rank_run(Session& session, checks::Observed& observed) {
  observed.on_one_rank = [&session, final = observed.final, steps = observed.verified_steps] {
    if (session.ranks().rank() != 0) return *final;
    Settings settings = session.run.settings;
    settings.share_among(alone());
    const auto other = session.implementation.make(settings);
    other->load(session.initial);
    return after_steps(*other, session.contract(), session.initial.size(), steps,
                       telling(session, "on one rank"));
  };
}

bool any_needs_reference(const std::vector<const terms::CheckSpec*>& specs) {
  return std::any_of(specs.begin(), specs.end(), [](const terms::CheckSpec* spec) {
    return checks::needs_reference(spec->name);
  });
}

}  // namespace

void judge(Session& session, checks::Observed observed) {
  session.progress("checking", 0);
  Algorithm& algorithm = *session.algorithm;
  const auto start_reference = [&](const Particles& state) {
    return reference_from(session.run, session.backends, state);
  };
  observed.field = [&](std::string_view name) { return algorithm.field(name); };
  observed.reference_from = start_reference;
  std::error_code none;
  observed.scratch = session.backends.scratch;
  if (observed.scratch.empty()) observed.scratch = std::filesystem::temp_directory_path(none);
  if (session.contract().traits.expanding) let_go_on(session, observed);
  let_other_size_run(session, observed);
  if (session.run.ranks > 0) let_one_rank_run(session, observed);

  const auto specs = checks_of(session.run);
  if (asks_for_potential(session.run))
    observed.final_potential = algorithm.field("particle_potential");
  Particles reference;
  if (!observed.reference && any_needs_reference(specs)) {
    reference = reference_after(session.run, session.backends, session.initial,
                                observed.verified_steps, telling(session, "of the reference"));
    observed.reference = &reference;
  }
  if (session.record.cut) observed.cut = result::in_words(*session.record.cut);
  std::vector<checks::CheckResult> results;
  for (const terms::CheckSpec* spec : specs) {
    session.progress("checking " + spec->name,
                     static_cast<double>(results.size()) / static_cast<double>(specs.size()));
    results.push_back(checks::apply(*spec, observed));
  }
  record_checks(results, session.record);
}

}  // namespace tycho::measure
