// x += dt v
#include "gpu/all_pairs/bodies.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::all_pairs {

namespace {

template <typename Real>
__global__ void drift_kernel(Vector4<Real>* position, const Vector4<Real>* __restrict__ velocity,
                             int first, int last, Real step) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  Vector4<Real> x = position[i];
  const Vector4<Real> v = velocity[i];
  x.x += step * v.x;
  x.y += step * v.y;
  x.z += step * v.z;
  position[i] = x;
}

}  // namespace

template <typename Real>
void drift(Bodies<Real>& bodies, Real step, const Stream& stream) {
  if (bodies.moved() == 0) return;
  launch(drift_kernel<Real>, cover(bodies.moved()), stream, bodies.position.data(),
         bodies.velocity.data(), bodies.first(), bodies.last(), step);
}

template void drift(Bodies<float>&, float, const Stream&);
template void drift(Bodies<double>&, double, const Stream&);

}  // namespace tycho::gpu::all_pairs
