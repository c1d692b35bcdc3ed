// v += (dt/2) a
#include "core/parallel_for.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void kick(Bodies<Real>& b, Real half_step, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    b.vx[i] += half_step * b.ax[i];
    b.vy[i] += half_step * b.ay[i];
    b.vz[i] += half_step * b.az[i];
  });
}

template void kick(Bodies<float>&, float, int);
template void kick(Bodies<double>&, double, int);

}  // namespace tycho::reference::all_pairs
