// x += dt v
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void drift(Bodies<Real>& b, Real step, int threads) {
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.size());
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    b.x[i] += step * b.vx[i];
    b.y[i] += step * b.vy[i];
    b.z[i] += step * b.vz[i];
  }
}

template void drift(Bodies<float>&, float, int);
template void drift(Bodies<double>&, double, int);

}  // namespace tycho::reference::all_pairs
