// u += kick g, long range
// The host's: kick_long() of core/bodies/tree_pm.cpp.
#include "gpu/support/launch.hpp"
#include "gpu/tree_pm/bodies.hpp"
#include "gpu/tree_pm/total_pull.cuh"

namespace tycho::gpu::tree_pm {

namespace {

template <typename Real>
__global__ void kick_long_kernel(const Bodies<Real> bodies,
                                 const Vector4<Real>* __restrict__ long_range, double factor,
                                 const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies.count) return;
  Vector4<double> u = bodies.velocity[i];
  const Vector4<Real> g = long_range[i];
  u.x += factor * g.x;
  u.y += factor * g.y;
  u.z += factor * g.z;
  bodies.velocity[i] = u;
  bodies.acceleration[i].w = size_of_sum<Real>(bodies.acceleration[i], g);
}

}  // namespace

template <typename Real>
void kick_long(const Bodies<Real>& bodies, const Vector4<Real>* long_range, double factor,
               const Halt& halt, const Stream& stream) {
  launch(kick_long_kernel<Real>, cover(bodies.count), stream, bodies, long_range, factor, halt);
}

template void kick_long(const Bodies<float>&, const Vector4<float>*, double, const Halt&,
                        const Stream&);
template void kick_long(const Bodies<double>&, const Vector4<double>*, double, const Halt&,
                        const Stream&);

}  // namespace tycho::gpu::tree_pm
