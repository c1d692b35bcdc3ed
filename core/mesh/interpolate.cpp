// g = -grad phi at the bodies, by the deposit's weights.
#include "core/mesh/host_mesh.hpp"
#include "core/parallel_for.hpp"

namespace tycho::mesh {

void interpolate(const HostMesh& mesh, std::span<const Vec3<double>> x,
                 std::span<const double> mass, std::span<const std::int32_t> order,
                 std::span<Vec3<double>> acceleration, std::span<double> potential) {
  const double per_box = 1 / mesh.box, per_cell = mesh.n / mesh.box;
  const double self = mesh.split.self_potential();
  const FieldMeshes<double> fields{mesh.pull[0].data(), mesh.pull[1].data(), mesh.pull[2].data(),
                                   mesh.potential.data()};
  parallel_for(order.size(), mesh.threads, [&](std::ptrdiff_t k) {
    const std::int32_t i = order[k];
    const Vec3<double> at = per_box * x[i];
    const tree::Pull<double> pull =
        mesh.split.compact() ? long_range_pull(fields, at.x, at.y, at.z, mesh.n)
                             : long_range_pull(mesh.potential.data(), at.x, at.y, at.z, mesh.n);
    acceleration[i] = per_cell * pull.acc;
    potential[i] = pull.pot - self * mass[i];
  });
}

}  // namespace tycho::mesh
