#include "harness/measure/energy.hpp"

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/softening.hpp"

namespace tycho {

EnergyOf energy_of(Algorithm& algorithm, const Settings& settings) {
  return [&algorithm, settings](const Particles& particles) {
    const std::vector<double> potential = algorithm.field("particle_potential");
    if (potential.size() == particles.size()) return total_energy(particles, potential).total();
    return total_energy(particles, softening_length(settings)).total();
  };
}

}  // namespace tycho
