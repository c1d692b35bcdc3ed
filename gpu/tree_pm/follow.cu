// The long-range pulls into the order that the last sort gave the bodies.
#include "gpu/support/launch.hpp"
#include "gpu/tree_pm/bodies.hpp"

namespace tycho::gpu::tree_pm {

namespace {

template <typename Real>
__global__ void follow_kernel(const Bodies<Real> bodies, const std::uint32_t* __restrict__ from,
                              const Vector4<Real>* __restrict__ long_range, Vector4<Real>* sorted,
                              const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < bodies.count) sorted[i] = long_range[from[i]];
}

}  // namespace

template <typename Real>
void follow(const Bodies<Real>& bodies, const std::uint32_t* from, const Vector4<Real>* long_range,
            Vector4<Real>* sorted, const Halt& halt, const Stream& stream) {
  launch(follow_kernel<Real>, cover(bodies.count), stream, bodies, from, long_range, sorted, halt);
}

template void follow(const Bodies<float>&, const std::uint32_t*, const Vector4<float>*,
                     Vector4<float>*, const Halt&, const Stream&);
template void follow(const Bodies<double>&, const std::uint32_t*, const Vector4<double>*,
                     Vector4<double>*, const Halt&, const Stream&);

}  // namespace tycho::gpu::tree_pm
