#include "reference/particle_mesh/mesh.hpp"

#include <limits>

#include "core/cube.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
Mesh<Real>::Mesh(int side) : n(side) {
  const std::size_t cells = cube(n);
  counts.resize(cells);
  for (auto* values : {&clouds, &density, &solution, &potential, &acceleration})
    values->assign(cells, std::numeric_limits<Real>::quiet_NaN());
}

template <typename Real>
std::vector<double> sample(const Stars<Real>& s, const std::vector<Real>& values, int n,
                           Cloud cloud) {
  std::vector<double> out(s.cell.size());
  with_cloud(cloud, [&](auto kind) {
    for (std::size_t p = 0; p < out.size(); ++p)
      out[p] = interpolated<kind()>(values.data(), s.position[0][p], s.position[1][p],
                                    s.position[2][p], n);
  });
  return out;
}

template struct Mesh<float>;
template struct Mesh<double>;
template std::vector<double> sample(const Stars<float>&, const std::vector<float>&, int, Cloud);
template std::vector<double> sample(const Stars<double>&, const std::vector<double>&, int, Cloud);

}  // namespace tycho::reference::particle_mesh
