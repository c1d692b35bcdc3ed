// x += dt v
#include "core/parallel_for.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void drift(Bodies<Real>& b, Real step, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    b.x[i] += step * b.vx[i];
    b.y[i] += step * b.vy[i];
    b.z[i] += step * b.vz[i];
  });
}

template void drift(Bodies<float>&, float, int);
template void drift(Bodies<double>&, double, int);

}  // namespace tycho::reference::all_pairs
