// v += dt a along one axis (aubert2009, eq. 11), a interpolated by the cloud of the deposit. With
// ngp that is the value of the particle's own cell.
#include "core/formulas/leapfrog.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void update_vel(Stars<Real>& s, const Mesh<Real>& mesh, int axis, Cloud cloud, Real step,
                int threads) {
  const std::ptrdiff_t count = s.size();
  std::vector<Real>& v = s.velocity[axis];
  const Real* const a = mesh.acceleration.data();
  if (cloud == Cloud::kNgp) {
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (std::ptrdiff_t p = 0; p < count; ++p) v[p] = kicked(v[p], a[s.cell[p]], step);
    return;
  }
  with_cloud(cloud, [&](auto kind) {
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (std::ptrdiff_t p = 0; p < count; ++p)
      v[p] = kicked(
          v[p],
          interpolated<kind()>(a, s.position[0][p], s.position[1][p], s.position[2][p], mesh.n),
          step);
  });
}

template void update_vel(Stars<float>&, const Mesh<float>&, int, Cloud, float, int);
template void update_vel(Stars<double>&, const Mesh<double>&, int, Cloud, double, int);

}  // namespace tycho::reference::particle_mesh
