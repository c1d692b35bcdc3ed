#include "harness/measure/energy.hpp"

#include <cmath>
#include <optional>

#include "harness/checks/softening.hpp"
#include "harness/measure/layzer_irvine.hpp"

namespace tycho::measure {

namespace {

checks::Energy energy_of(Algorithm& algorithm, const Settings& settings, const Particles& initial,
                         const StateOf& state) {
  if (const std::vector<double> told = algorithm.field("energy"); told.size() == 2)
    return {told[0], told[1]};
  const Particles& particles = state();
  const std::vector<double> potential = algorithm.field("particle_potential");
  if (potential.size() == particles.size()) return checks::total_energy(particles, potential);
  return checks::total_energy(particles, checks::softening_of(settings, initial, particles));
}

}  // namespace

EnergyError energy_error_of(Algorithm& algorithm, const Settings& settings,
                            const Particles& initial) {
  const Conserved conserved = settings.contract().traits.conserves;
  if (conserved == Conserved::kNothing) return {};
  if (conserved == Conserved::kLayzerIrvine)
    return {[&algorithm, &initial, settings](const StateOf& state) -> EnergySeen {
              const checks::Energy energy = energy_of(algorithm, settings, initial, state);
              return {algorithm.field("scale_factor").at(0), energy};
            },
            [sum = LayzerIrvine()](const EnergySeen& seen) mutable {
              return sum.error(seen.scale_factor, seen.energy);
            }};
  return {[&algorithm, &initial, settings](const StateOf& state) -> EnergySeen {
            return {0, energy_of(algorithm, settings, initial, state)};
          },
          [start = std::optional<double>()](const EnergySeen& seen) mutable {
            const double now = seen.energy.total();
            if (!start) start = now;
            return (now - *start) / std::abs(*start);
          }};
}

}  // namespace tycho::measure
