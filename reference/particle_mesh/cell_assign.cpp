// i <- x_p / dx (aubert2009, III.B)
#include "core/formulas/cell_index.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void cell_assign(Stars<Real>& s, int n, int threads) {
  const std::ptrdiff_t count = s.size();
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::ptrdiff_t p = 0; p < count; ++p)
    s.cell[p] = flat_cell(cell_of(s.position[0][p], n), cell_of(s.position[1][p], n),
                          cell_of(s.position[2][p], n), n);
}

template void cell_assign(Stars<float>&, int, int);
template void cell_assign(Stars<double>&, int, int);

}  // namespace tycho::reference::particle_mesh
