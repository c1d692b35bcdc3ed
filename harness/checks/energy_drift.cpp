// The relative change of the total energy between the start and the end: |E - E0| / |E0|, with the
// softened potential, whose gradient is the softened force. A force with a wrong sign, factor or
// softening does work that the potential does not know of, and shows here.
//
// An algorithm that knows the potential at its particles is taken at its word: on a mesh that is
// the energy its forces conserve as far as the mesh allows. Otherwise it costs two sums over all
// pairs, so cases ask for it with a "largest_n"; a sampled energy would have an error far above
// what a good integrator loses.
#include <cmath>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/softening.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"whole", 0, 0, 1, "1: of the whole way alone, at whose end an orbit closes"}};

Energy energy(const Observed& observed, const Particles& particles,
              const std::vector<double>& potential) {
  if (potential.size() == particles.size()) return total_energy(particles, potential);
  return total_energy(particles, softening_of(*observed.settings, *observed.initial, particles));
}

double sum_of(const PublishedEnergy& published, const Particles& particles,
              const std::vector<double>& potential) {
  double sum = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3<double> v = particles.velocity(i);
    sum += published.term(particles.mass[i], dot(v, v), potential[i]);
  }
  return sum;
}

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const double before = energy(observed, *observed.initial, observed.initial_potential).total();
  const Energy after = energy(observed, *observed.final, observed.final_potential);
  Measured measured{std::abs(after.total() - before) / std::abs(before),
                    {{"initial", before},
                     {"final", after.total()},
                     {"virial_ratio", -2 * after.kinetic / after.potential}}};
  const PublishedEnergy* published = observed.settings->contract().traits.published_energy;
  if (published && observed.final_potential.size() == observed.final->size() &&
      observed.initial_potential.size() == observed.initial->size()) {
    const double was = sum_of(*published, *observed.initial, observed.initial_potential);
    const double is = sum_of(*published, *observed.final, observed.final_potential);
    measured.details[std::string(published->name) + "_change"] = std::abs(is - was) / std::abs(was);
  }
  const bool whole = parameter(spec, energy_drift(), "whole") == 1;
  if (whole && observed.was_cut() && !std::isnan(measured.value)) return not_reached("end");
  return measured;
}

}  // namespace

const Kind& energy_drift() {
  static const Kind kind{"energy_drift",
                         "relative change of the total energy, start to end, with the softened "
                         "potential; a sum over all pairs where the algorithm knows no potential",
                         kParameters,
                         Needs::kNothing,
                         measure,
                         Looks::kAtStates,
                         true};
  return kind;
}

}  // namespace tycho::checks
