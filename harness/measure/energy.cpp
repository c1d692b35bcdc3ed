#include "harness/measure/energy.hpp"

#include <cmath>
#include <optional>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/softening.hpp"
#include "harness/measure/layzer_irvine.hpp"

namespace tycho::measure {

EnergyError energy_error_of(Algorithm& algorithm, const Settings& settings) {
  const Conserved conserved = settings.contract().traits.conserves;
  if (conserved == Conserved::kNothing) return nullptr;
  if (conserved == Conserved::kLayzerIrvine)
    return [&algorithm, sum = LayzerIrvine()](const Particles& particles) mutable {
      return sum.error(algorithm.field("scale_factor").at(0),
                       checks::total_energy(particles, algorithm.field("particle_potential")));
    };
  const auto energy = [&algorithm, settings](const Particles& particles) {
    const std::vector<double> potential = algorithm.field("particle_potential");
    if (potential.size() == particles.size())
      return checks::total_energy(particles, potential).total();
    return checks::total_energy(particles, checks::pair_force_of(settings, particles).softening)
        .total();
  };
  return [energy, start = std::optional<double>()](const Particles& particles) mutable {
    const double now = energy(particles);
    if (!start) start = now;
    return (now - *start) / std::abs(*start);
  };
}

}  // namespace tycho::measure
