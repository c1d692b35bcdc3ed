// Every pair once: what j does to i, i does to j with the opposite sign and the other mass.
#include <algorithm>

#include "core/formulas/pair_force.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void force_symmetric(Bodies<Real>& b, Real softening) {
  const Real eps_sq = softening_sq(softening);
  const std::size_t n = b.size();
  for (auto* component : {&b.ax, &b.ay, &b.az}) std::fill(component->begin(), component->end(), 0);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3<Real> here{b.x[i], b.y[i], b.z[i]};
    Vec3<Real> sum;
    for (std::size_t j = i + 1; j < n; ++j) {
      const Vec3<Real> r = Vec3<Real>{b.x[j], b.y[j], b.z[j]} - here;
      const Real inverse_cube = pair_factor(dot(r, r) + eps_sq, Real(1));
      sum += (b.mass[j] * inverse_cube) * r;
      const Vec3<Real> back = (b.mass[i] * inverse_cube) * r;
      b.ax[j] -= back.x;
      b.ay[j] -= back.y;
      b.az[j] -= back.z;
    }
    // Later bodies add nothing to this one.
    b.ax[i] = b.mass_unit * (b.ax[i] + sum.x);
    b.ay[i] = b.mass_unit * (b.ay[i] + sum.y);
    b.az[i] = b.mass_unit * (b.az[i] + sum.z);
  }
}

template void force_symmetric(Bodies<float>&, float);
template void force_symmetric(Bodies<double>&, double);

}  // namespace tycho::reference::all_pairs
