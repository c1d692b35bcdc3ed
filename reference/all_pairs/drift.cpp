// x += dt v
#include "core/parallel_for.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void drift(Bodies<Real>& b, const Share& share, Real step, int threads) {
  parallel_for(share.size(), threads, [&](std::ptrdiff_t turn) {
    const std::size_t i = share.first + static_cast<std::size_t>(turn);
    b.x[i] += step * b.vx[i];
    b.y[i] += step * b.vy[i];
    b.z[i] += step * b.vz[i];
  });
}

template void drift(Bodies<float>&, const Share&, float, int);
template void drift(Bodies<double>&, const Share&, double, int);

}  // namespace tycho::reference::all_pairs
