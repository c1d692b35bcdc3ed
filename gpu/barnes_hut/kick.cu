// v += h a
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

template <typename Real>
__global__ void kick_kernel(const Bodies<Real> bodies, double step, const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies.count) return;
  Vector4<double> v = bodies.velocity[i];
  const Vector4<Real> a = bodies.acceleration[i];
  v.x += step * a.x;
  v.y += step * a.y;
  v.z += step * a.z;
  bodies.velocity[i] = v;
}

}  // namespace

template <typename Real>
void kick(const Bodies<Real>& bodies, double step, const Halt& halt, const Stream& stream) {
  launch(kick_kernel<Real>, cover(bodies.count), stream, bodies, step, halt);
}

template void kick(const Bodies<float>&, double, const Halt&, const Stream&);
template void kick(const Bodies<double>&, double, const Halt&, const Stream&);

}  // namespace tycho::gpu::barnes_hut
