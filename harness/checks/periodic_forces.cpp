#include "harness/checks/periodic_forces.hpp"

#include "core/available_threads.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/ewald.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/formulas/softened_kernel.hpp"

namespace tycho::checks {

bool feels_images(const Settings& settings) { return &settings.contract() == &tree_pm::contract(); }

std::vector<Vec3<double>> ewald_accelerations(const Particles& p, const Settings& settings,
                                              const std::vector<std::size_t>& targets) {
  const tree_pm::Split split = tree_pm::split(settings, static_cast<std::int64_t>(p.size()));
  std::vector<Vec3<double>> x;
  std::vector<double> mass;
  for (std::size_t i = 0; i < p.size(); ++i) {
    x.push_back(
        {wrap_box(p.x[i], split.box), wrap_box(p.y[i], split.box), wrap_box(p.z[i], split.box)});
    mass.push_back(kGravity * p.mass[i]);
  }
  std::vector<Vec3<double>> out;
  for (const auto& pull :
       ewald(x, mass, split.box, tree::kSplineRadius * split.softening,
             std::vector<std::int32_t>(targets.begin(), targets.end()), available_threads()))
    out.push_back(pull.acc);
  return out;
}

}  // namespace tycho::checks
