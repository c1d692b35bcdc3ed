// H_i <- H_i + 1 (aubert2009, III.B)
#include "core/mesh/own_meshes.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void histogram(const Stars<Real>& s, Mesh<Real>& mesh, Cloud cloud, int threads) {
  if (cloud == Cloud::kNgp) {
    mesh::put_all(s.size(), mesh.counts, mesh.own_counts, threads,
                  [&](std::ptrdiff_t first, std::ptrdiff_t last, std::uint32_t* counts) {
                    for (std::ptrdiff_t p = first; p < last; ++p) ++counts[s.cell[p]];
                  });
    return;
  }
  with_cloud(cloud, [&](auto kind) {
    mesh::put_all(s.size(), mesh.clouds, mesh.own_clouds, threads,
                  [&](std::ptrdiff_t first, std::ptrdiff_t last, Real* clouds) {
                    for (std::ptrdiff_t p = first; p < last; ++p)
                      for_cloud<kind()>(
                          s.position[0][p], s.position[1][p], s.position[2][p], mesh.n,
                          [&](std::int32_t cell, Real weight) { clouds[cell] += weight; });
                  });
  });
}

template void histogram(const Stars<float>&, Mesh<float>&, Cloud, int);
template void histogram(const Stars<double>&, Mesh<double>&, Cloud, int);

}  // namespace tycho::reference::particle_mesh
