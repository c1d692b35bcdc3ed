// The mesh's force at the bodies. split = compact has meshes of it. Else it is four-point
// differences of the potential at the points of a body's cloud, straight from the potential,
// without meshes of forces: the bodies are in Morton order, and what neighbours read is in the
// cache.
// The host's: core/mesh/interpolate.cpp.
#include "core/formulas/long_range.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree_pm/mesh.hpp"

namespace tycho::gpu::tree_pm {

namespace {

/// `Fields` is FieldMeshes, or the potential alone.
template <typename Real, typename Fields>
__global__ void interpolate_kernel(const Vector4<double>* __restrict__ position, int bodies,
                                   double per_box, const Fields fields, int n, Real force_scale,
                                   Real potential_scale, Real self, Vector4<Real>* pull,
                                   const tree::Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies) return;
  const Vector4<double> x = position[i];
  const auto found = long_range_pull(fields, x.x * per_box, x.y * per_box, x.z * per_box, n);
  pull[i] = {force_scale * found.acc.x, force_scale * found.acc.y, force_scale * found.acc.z,
             potential_scale * found.pot - self * static_cast<Real>(x.w)};
}

}  // namespace

template <typename Real>
void Mesh<Real>::interpolate(const tree::Bodies<Real>& bodies, double total, Vector4<Real>* pull,
                             const tree::Halt& halt, const Stream& stream) {
  const double scale = potential_scale(total);
  const auto from = [&](const auto& fields) {
    launch(interpolate_kernel<Real, std::decay_t<decltype(fields)>>, cover(bodies.count, 128),
           stream, bodies.position, bodies.count, 1 / split_.box, fields, split_.grid,
           static_cast<Real>(scale * split_.grid / split_.box), static_cast<Real>(scale),
           static_cast<Real>(kGravity * split_.self_potential()), pull, halt);
  };
  if (split_.compact())
    from(FieldMeshes<Real>{pull_[0].data(), pull_[1].data(), pull_[2].data(), values_.data()});
  else
    from(static_cast<const Real*>(values_.data()));
}

template void Mesh<float>::interpolate(const tree::Bodies<float>&, double, Vector4<float>*,
                                       const tree::Halt&, const Stream&);
template void Mesh<double>::interpolate(const tree::Bodies<double>&, double, Vector4<double>*,
                                        const tree::Halt&, const Stream&);

}  // namespace tycho::gpu::tree_pm
