// i <- x_p / dx (aubert2009, III.B)
#include "core/formulas/cell_index.hpp"
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real>
__global__ void cell_assign_kernel(const Real* __restrict__ x, const Real* __restrict__ y,
                                   const Real* __restrict__ z, std::int32_t* cell,
                                   std::int64_t count, int n) {
  const std::int64_t first = first4();
  if (first >= count) return;
  const auto xs = load4(x, first, count), ys = load4(y, first, count), zs = load4(z, first, count);
  Pack4<std::int32_t> cells;
#pragma unroll
  for (int e = 0; e < 4; ++e)
    cells.at[e] = flat_cell(cell_of(xs.at[e], n), cell_of(ys.at[e], n), cell_of(zs.at[e], n), n);
  store4(cells, cell, first, count);
}

}  // namespace

template <typename Real>
void cell_assign(Stars<Real>& s, int n, const Stream& stream) {
  launch(cell_assign_kernel<Real>, cover4(s.size()), stream, s.position[0].data(),
         s.position[1].data(), s.position[2].data(), s.cell.data(), s.size(), n);
}

template void cell_assign(Stars<float>&, int, const Stream&);
template void cell_assign(Stars<double>&, int, const Stream&);

}  // namespace tycho::gpu::particle_mesh
