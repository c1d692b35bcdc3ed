#include "harness/checks/periodic_forces.hpp"

#include "core/available_threads.hpp"
#include "core/ewald.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/formulas/softened_kernel.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/softening.hpp"

namespace tycho::checks {

bool feels_images(const Settings& settings) {
  const Traits& traits = settings.contract().traits;
  return traits.pair_force && traits.periodic_box;
}

std::optional<Particles> forces_at_start(const Observed& observed) {
  if (!observed.begin_anew) return std::nullopt;
  return observed.begin_anew(*observed.initial, 0);
}

std::vector<Vec3<double>> ewald_accelerations(const Particles& p, const Settings& settings,
                                              const std::vector<std::size_t>& targets) {
  const PairForce pair = pair_force_of(settings, p);
  const double box = checks::periodic_box(settings).x;
  std::vector<Vec3<double>> x;
  std::vector<double> mass;
  for (std::size_t i = 0; i < p.size(); ++i) {
    x.push_back({wrap_box(p.x[i], box), wrap_box(p.y[i], box), wrap_box(p.z[i], box)});
    mass.push_back(pair.gravity * p.mass[i]);
  }
  std::vector<Vec3<double>> out;
  for (const auto& pull :
       ewald(x, mass, box, tree::kSplineRadius * pair.softening,
             std::vector<std::int32_t>(targets.begin(), targets.end()), available_threads()))
    out.push_back(pull.acc);
  return out;
}

}  // namespace tycho::checks
