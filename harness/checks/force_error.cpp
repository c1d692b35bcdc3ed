// The relative error of the accelerations, |a - a_ref| / |a_ref|, as percentiles. a_ref is summed
// here in double over all particles at their final positions, which are those the implementation's
// last force was taken at: single-precision positions come back as the very floats it used. So this
// sees the error of the force alone, not that of the orbits. In a periodic box it is Ewald's sum.
//
// Up to 1024 targets, drawn at random over all particles (all of them where there are no more);
// that any acceleration at all is not a number fails. The value is the percentile `percentile`, 99
// unless given. With `start` = 1 the forces are those of the state that the run began with: in a
// universe they nearly cancel there. With `moved` = 1 the targets are drawn from the bodies that
// moved: where few bodies step and the others stand still, the accelerations of these few are of
// the last step. The sample's own error: of 1024 bodies ten lie beyond the 99th percentile, and the
// interval from `p99_low` to `p99_high` (the sample's percentiles 98.4 and 99.6) holds the 99th
// percentile of all bodies with 95% certainty.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/periodic_forces.hpp"
#include "harness/checks/softening.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"percentile", 99, 0, 100, "of the errors"},
    {"start", 0, 0, 1, "1: in the first state of a universe, not the last"},
    {"moved", 0, 0, 1, "1: of the bodies alone that moved; for precisions of 48 bits and more"}};

/// The bodies that are not where they began, the rounding of places to 48 bits aside; none where
/// bodies changed places in memory.
std::vector<std::size_t> bodies_that_moved(const Particles& begun, const Particles& ended) {
  std::vector<std::size_t> moved;
  if (begun.id != ended.id) return moved;
  for (std::size_t i = 0; i < ended.size(); ++i)
    if (length(ended.position(i) - begun.position(i)) > 1e-12 * length(begun.position(i)))
      moved.push_back(i);
  return moved;
}

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  std::optional<Particles> first;
  if (parameter(spec, force_error(), "start") != 0) {
    first = forces_at_start(observed);
    if (!first) return lacking("ways_to_go_on");
  }
  const Particles& particles = first ? *first : *observed.final;
  for (std::size_t i = 0; i < particles.size(); ++i)
    if (!std::isfinite(length(particles.acceleration(i)))) return lacking("finite_accelerations");

  std::vector<std::size_t> bodies(particles.size());
  std::iota(bodies.begin(), bodies.end(), std::size_t{0});
  if (parameter(spec, force_error(), "moved") != 0)
    bodies = bodies_that_moved(*observed.initial, particles);
  if (bodies.empty()) return lacking("moved_bodies");
  std::vector<std::size_t> targets;
  for (const std::size_t drawn : sample_targets(bodies.size())) targets.push_back(bodies[drawn]);
  const std::vector<Vec3<double>> truth =
      feels_images(*observed.settings)
          ? ewald_accelerations(particles, *observed.settings, targets)
          : direct_accelerations(
                particles, softening_of(*observed.settings, *observed.initial, particles), targets);
  std::vector<double> errors;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const double off = length(particles.acceleration(targets[t]) - truth[t]);
    // A body alone feels nothing, and must say so.
    errors.push_back(off == 0 ? 0 : off / length(truth[t]));
    if (std::isnan(errors.back())) return lacking("finite_positions");
  }
  std::sort(errors.begin(), errors.end());
  const auto [p99_low, p99_high] = percentile_interval(errors, 99, bodies.size());
  return {percentile(errors, parameter(spec, force_error(), "percentile")),
          {{"p50", percentile(errors, 50)},
           {"p90", percentile(errors, 90)},
           {"p99", percentile(errors, 99)},
           {"p99_low", p99_low},
           {"p99_high", p99_high},
           {"p99.9", percentile(errors, 99.9)},
           {"max", errors.back()},
           {"targets", static_cast<double>(targets.size())}}};
}

}  // namespace

const Kind& force_error() {
  static const Kind kind{"force_error",
                         "percentile of |a - a_ref| / |a_ref| against direct summation in double "
                         "(periodic: Ewald's), of up to 1024 particles",
                         kParameters, Needs::kNothing, measure};
  return kind;
}

}  // namespace tycho::checks
