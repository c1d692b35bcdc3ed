// m_c += w_c m: a body's mass to the cells of its cloud.
#include "core/mesh/host_mesh.hpp"
#include "core/mesh/own_meshes.hpp"

namespace tycho::mesh {

namespace {

template <Cloud kCloud>
void put_clouds(std::span<const Vec3<double>> x, std::span<const double> mass, HostMesh& mesh) {
  const double per_box = 1 / mesh.box;
  put_all(static_cast<std::ptrdiff_t>(x.size()), mesh.masses, mesh.own, mesh.threads,
          [&](std::ptrdiff_t first, std::ptrdiff_t last, double* masses) {
            for (std::ptrdiff_t i = first; i < last; ++i)
              for_cloud<kCloud>(
                  x[i].x * per_box, x[i].y * per_box, x[i].z * per_box, mesh.n,
                  [&](std::int32_t cell, double weight) { masses[cell] += weight * mass[i]; });
          });
}

}  // namespace

void deposit(std::span<const Vec3<double>> x, std::span<const double> mass, HostMesh& mesh) {
  if (mesh.split.compact())
    put_clouds<Cloud::kPcs>(x, mass, mesh);
  else
    put_clouds<Cloud::kCic>(x, mass, mesh);
}

}  // namespace tycho::mesh
