// x += dt v
// The host's: drift() of core/bodies/barnes_hut.cpp.
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

template <typename Real>
__global__ void drift_kernel(const Bodies<Real> bodies, double step, const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies.count) return;
  Vector4<double> x = bodies.position[i];
  const Vector4<double> v = bodies.velocity[i];
  x.x += step * v.x;
  x.y += step * v.y;
  x.z += step * v.z;
  bodies.position[i] = x;
}

}  // namespace

template <typename Real>
void drift(const Bodies<Real>& bodies, double step, const Halt& halt, const Stream& stream) {
  launch(drift_kernel<Real>, cover(bodies.count), stream, bodies, step, halt);
}

template void drift(const Bodies<float>&, double, const Halt&, const Stream&);
template void drift(const Bodies<double>&, double, const Halt&, const Stream&);

}  // namespace tycho::gpu::barnes_hut
