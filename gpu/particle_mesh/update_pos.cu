// x += dt v, in the periodic box: aubert2009, eq. 12.
#include "core/formulas/leapfrog.hpp"
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real>
struct Axes {
  Real* position[3];
  const Real* velocity[3];
};

template <typename Real>
__global__ void update_pos_kernel(Axes<Real> axes, std::int64_t count, Real step) {
  const std::int64_t first = first4();
  if (first >= count) return;
  Pack4<Real> x[3], v[3];
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    x[axis] = stream4(static_cast<const Real*>(axes.position[axis]), first, count);
    v[axis] = stream4(axes.velocity[axis], first, count);
  }
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
#pragma unroll
    for (int e = 0; e < 4; ++e) x[axis].at[e] = drifted(x[axis].at[e], v[axis].at[e], step);
    stream4(x[axis], axes.position[axis], first, count);
  }
}

}  // namespace

template <typename Real>
void update_pos(Stars<Real>& s, Real step, const Stream& stream) {
  auto& [x, y, z] = s.position;
  auto& [vx, vy, vz] = s.velocity;
  launch(update_pos_kernel<Real>, cover4(s.size()), stream,
         Axes<Real>{{x.data(), y.data(), z.data()}, {vx.data(), vy.data(), vz.data()}}, s.size(),
         step);
}

template void update_pos(Stars<float>&, float, const Stream&);
template void update_pos(Stars<double>&, double, const Stream&);

}  // namespace tycho::gpu::particle_mesh
