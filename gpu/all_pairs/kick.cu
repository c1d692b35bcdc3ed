// v += (dt/2) a
#include "gpu/all_pairs/bodies.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::all_pairs {

namespace {

template <typename Real>
__global__ void kick_kernel(Vector4<Real>* velocity, const Vector4<Real>* __restrict__ acceleration,
                            int first, int last, Real half_step) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  Vector4<Real> v = velocity[i];
  const Vector4<Real> a = acceleration[i];
  v.x += half_step * a.x;
  v.y += half_step * a.y;
  v.z += half_step * a.z;
  velocity[i] = v;
}

}  // namespace

template <typename Real>
void kick(Bodies<Real>& bodies, Real half_step, const Stream& stream) {
  if (bodies.moved() == 0) return;
  launch(kick_kernel<Real>, cover(bodies.moved()), stream, bodies.velocity.data(),
         bodies.acceleration.data(), bodies.first(), bodies.last(), half_step);
}

template void kick(Bodies<float>&, float, const Stream&);
template void kick(Bodies<double>&, double, const Stream&);

}  // namespace tycho::gpu::all_pairs
