// x += drift u, around the box
// The host's: drift() of core/bodies/tree_pm.cpp.
#include "core/formulas/periodic_wrap.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree_pm/bodies.hpp"

namespace tycho::gpu::tree_pm {

namespace {

template <typename Real>
__global__ void drift_kernel(const Bodies<Real> bodies, double factor, double box,
                             const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies.count) return;
  Vector4<double> x = bodies.position[i];
  const Vector4<double> u = bodies.velocity[i];
  x.x = wrap_box(x.x + factor * u.x, box);
  x.y = wrap_box(x.y + factor * u.y, box);
  x.z = wrap_box(x.z + factor * u.z, box);
  bodies.position[i] = x;
}

}  // namespace

template <typename Real>
void drift(const Bodies<Real>& bodies, double factor, double box, const Halt& halt,
           const Stream& stream) {
  launch(drift_kernel<Real>, cover(bodies.count), stream, bodies, factor, box, halt);
}

template void drift(const Bodies<float>&, double, double, const Halt&, const Stream&);
template void drift(const Bodies<double>&, double, double, const Halt&, const Stream&);

}  // namespace tycho::gpu::tree_pm
