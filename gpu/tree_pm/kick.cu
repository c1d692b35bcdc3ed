// u += kick g, short range
// The host's: kick() of core/bodies/tree_pm.cpp.
#include "gpu/support/launch.hpp"
#include "gpu/tree_pm/bodies.hpp"

namespace tycho::gpu::tree_pm {

namespace {

template <typename Real>
__global__ void kick_kernel(const Bodies<Real> bodies, const KickFactors factors, const Ticks ticks,
                            const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies.count) return;
  const int rung = bodies.rung[i];
  if (!ticks.due(rung)) return;
  const double factor = factors[rung];
  Vector4<double> u = bodies.velocity[i];
  const Vector4<Real> g = bodies.acceleration[i];
  u.x += factor * g.x;
  u.y += factor * g.y;
  u.z += factor * g.z;
  bodies.velocity[i] = u;
}

}  // namespace

template <typename Real>
void kick(const Bodies<Real>& bodies, const KickFactors& factors, const Ticks& ticks,
          const Halt& halt, const Stream& stream) {
  launch(kick_kernel<Real>, cover(bodies.count), stream, bodies, factors, ticks, halt);
}

template void kick(const Bodies<float>&, const KickFactors&, const Ticks&, const Halt&,
                   const Stream&);
template void kick(const Bodies<double>&, const KickFactors&, const Ticks&, const Halt&,
                   const Stream&);

}  // namespace tycho::gpu::tree_pm
