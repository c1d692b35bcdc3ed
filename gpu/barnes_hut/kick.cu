// v += (step / 2) a
// The host's: kick() of core/bodies/barnes_hut.cpp.
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

template <typename Real>
__global__ void kick_kernel(const Bodies<Real> bodies, const Ticks ticks, const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies.count) return;
  const int rung = bodies.rung[i];
  if (!ticks.due(rung)) return;
  const double half_step = 0.5 * tycho::tree::step_of(rung, ticks.dt);
  Vector4<double> v = bodies.velocity[i];
  const Vector4<Real> a = bodies.acceleration[i];
  v.x += half_step * a.x;
  v.y += half_step * a.y;
  v.z += half_step * a.z;
  bodies.velocity[i] = v;
}

}  // namespace

template <typename Real>
void kick(const Bodies<Real>& bodies, const Ticks& ticks, const Halt& halt, const Stream& stream) {
  launch(kick_kernel<Real>, cover(bodies.count), stream, bodies, ticks, halt);
}

template void kick(const Bodies<float>&, const Ticks&, const Halt&, const Stream&);
template void kick(const Bodies<double>&, const Ticks&, const Halt&, const Stream&);

}  // namespace tycho::gpu::barnes_hut
