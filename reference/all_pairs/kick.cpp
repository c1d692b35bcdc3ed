// v += (dt/2) a
#include "core/parallel_for.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void kick(Bodies<Real>& b, const Share& share, Real half_step, int threads) {
  parallel_for(share.size(), threads, [&](std::ptrdiff_t turn) {
    const std::size_t i = share.first + static_cast<std::size_t>(turn);
    b.vx[i] += half_step * b.ax[i];
    b.vy[i] += half_step * b.ay[i];
    b.vz[i] += half_step * b.az[i];
  });
}

template void kick(Bodies<float>&, const Share&, float, int);
template void kick(Bodies<double>&, const Share&, double, int);

}  // namespace tycho::reference::all_pairs
