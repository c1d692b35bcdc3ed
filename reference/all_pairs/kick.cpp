// v += (dt/2) a
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void kick(Bodies<Real>& b, Real half_step, int threads) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.size());
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    b.vx[i] += half_step * b.ax[i];
    b.vy[i] += half_step * b.ay[i];
    b.vz[i] += half_step * b.az[i];
  }
}

template void kick(Bodies<float>&, float, int);
template void kick(Bodies<double>&, double, int);

}  // namespace tycho::reference::all_pairs
