// m_c += w_c m: a body's mass to the eight cells of its cloud.
#include "core/mesh/host_mesh.hpp"
#include "core/mesh/own_meshes.hpp"

namespace tycho::mesh {

void deposit(std::span<const Vec3<double>> x, std::span<const double> mass, HostMesh& mesh) {
  const double per_box = 1 / mesh.box;
  put_all(static_cast<std::ptrdiff_t>(x.size()), mesh.masses, mesh.own, mesh.threads,
          [&](std::ptrdiff_t first, std::ptrdiff_t last, double* masses) {
            for (std::ptrdiff_t i = first; i < last; ++i)
              for_cloud<Cloud::kCic>(
                  x[i].x * per_box, x[i].y * per_box, x[i].z * per_box, mesh.n,
                  [&](std::int32_t cell, double weight) { masses[cell] += weight * mass[i]; });
          });
}

}  // namespace tycho::mesh
