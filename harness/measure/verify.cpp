#include "harness/measure/verify.hpp"

#include "harness/measure/agreed.hpp"

namespace tycho::measure {

namespace {
// Where a step takes longer than these seconds, it is the last.
constexpr double kLongStep = 2.0;
}  // namespace

Verified verify(Session& session, std::int64_t steps, Ends ends) {
  session.progress("verifying", 0);
  Algorithm& algorithm = *session.algorithm;
  algorithm.load(session.initial);
  GuardTimer guard(session.contract().stages, algorithm.clock());
  Verified verified;
  if (asks_for_potential(session.run))
    verified.initial_potential = algorithm.field("particle_potential");
  while (verified.steps < steps && verified.step_s < kLongStep) {
    const auto start = HostTime::now();
    algorithm.advance(guard);
    verified.step_s = agreed_since(session.ranks(), start);
    ++verified.steps;
  }
  if (ends == Ends::kKept) {
    verified.final = Particles(session.initial.size());
    verified.final.poison();
    algorithm.store(verified.final);
  }
  return verified;
}

}  // namespace tycho::measure
