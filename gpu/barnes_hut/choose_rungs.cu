// The next step of every body that has just ended one.
// The host's: core/tree/choose_rungs.hpp.
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree/next_rung.cuh"

namespace tycho::gpu::barnes_hut {

namespace {

template <typename Real>
__global__ void rungs_kernel(const Bodies<Real> bodies, const Ticks ticks, double eta,
                             tree::Rungs* found, const Halt halt) {
  if (halt.stopped()) return;
  tree::take_next_rungs(bodies, ticks, found, [&](int i) {
    const Vector4<Real> a = bodies.acceleration[i];
    const double size = sqrt(double(a.x) * a.x + double(a.y) * a.y + double(a.z) * a.z);
    return tycho::tree::wanted_step(eta, bodies.velocity[i].w, size);
  });
}

}  // namespace

template <typename Real>
void choose_rungs(const Bodies<Real>& bodies, const Ticks& ticks, double eta, tree::Rungs* found,
                  const Halt& halt, const Stream& stream) {
  launch(rungs_kernel<Real>, cover(bodies.count), stream, bodies, ticks, eta, found, halt);
}

template void choose_rungs(const Bodies<float>&, const Ticks&, double, tree::Rungs*, const Halt&,
                           const Stream&);
template void choose_rungs(const Bodies<double>&, const Ticks&, double, tree::Rungs*, const Halt&,
                           const Stream&);

}  // namespace tycho::gpu::barnes_hut
