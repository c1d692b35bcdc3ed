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

// One axis for each blockIdx.y.
template <typename Real>
__global__ void update_pos_kernel(Axes<Real> axes, std::int64_t count, Real step) {
  const std::int64_t first = first4();
  if (first >= count) return;
  Real* const position = axes.position[blockIdx.y];
  auto x = load4(static_cast<const Real*>(position), first, count);
  const auto v = load4(axes.velocity[blockIdx.y], first, count);
#pragma unroll
  for (int e = 0; e < 4; ++e) x.at[e] = drifted(x.at[e], v.at[e], step);
  store4(x, position, first, count);
}

}  // namespace

template <typename Real>
void update_pos(Stars<Real>& s, Real step, const Stream& stream) {
  auto& [x, y, z] = s.position;
  auto& [vx, vy, vz] = s.velocity;
  Grid grid = cover4(s.size());
  grid.blocks.y = 3;
  launch(update_pos_kernel<Real>, grid, stream,
         Axes<Real>{{x.data(), y.data(), z.data()}, {vx.data(), vy.data(), vz.data()}}, s.size(),
         step);
}

template void update_pos(Stars<float>&, float, const Stream&);
template void update_pos(Stars<double>&, double, const Stream&);

}  // namespace tycho::gpu::particle_mesh
