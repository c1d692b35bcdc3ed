// a_i = sum_j m_j r_ij / (r_ij^2 + eps^2)^(3/2)
#include "core/formulas/pair_force.hpp"
#include "core/parallel_for.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void force(Bodies<Real>& b, const Share& share, Real softening, int threads) {
  const Real eps_sq = softening_sq(softening);
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.size());
  parallel_for(share.size(), threads, [&](std::ptrdiff_t turn) {
    const std::size_t i = share.first + static_cast<std::size_t>(turn);
    const Vec3<Real> here{b.x[i], b.y[i], b.z[i]};
    Vec3<Real> sum;
    for (std::ptrdiff_t j = 0; j < n; ++j)
      sum += pair_force(Vec3<Real>{b.x[j], b.y[j], b.z[j]} - here, b.mass[j], eps_sq);
    b.ax[i] = b.mass_unit * sum.x;
    b.ay[i] = b.mass_unit * sum.y;
    b.az[i] = b.mass_unit * sum.z;
  });
}

template void force(Bodies<float>&, const Share&, float, int);
template void force(Bodies<double>&, const Share&, double, int);

}  // namespace tycho::reference::all_pairs
