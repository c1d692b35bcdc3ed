// x += dt v, in the periodic box: aubert2009, eq. 12.
#include "core/formulas/leapfrog.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void update_pos(Stars<Real>& s, Real step, int threads) {
  const std::ptrdiff_t count = s.size();
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::ptrdiff_t p = 0; p < count; ++p)
    for (int axis = 0; axis < 3; ++axis)
      s.position[axis][p] = drifted(s.position[axis][p], s.velocity[axis][p], step);
}

template void update_pos(Stars<float>&, float, int);
template void update_pos(Stars<double>&, double, int);

}  // namespace tycho::reference::particle_mesh
