// Masses to the mesh by the clouds of the split. The bodies are in Morton order, so a warp's clouds
// lie together; the second level cache adds at the rate of the memory.
// The host's: core/mesh/deposit.cpp.
#include "core/formulas/cloud_weights.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree_pm/mesh.hpp"

namespace tycho::gpu::tree_pm {

namespace {

template <Cloud kCloud>
__global__ void deposit_kernel(const Vector4<double>* __restrict__ position, int bodies,
                               double per_box, double parts_per_mass, int n,
                               unsigned long long* masses, const tree::Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies) return;
  const Vector4<double> x = position[i];
  const double parts = x.w * parts_per_mass;
  for_cloud<kCloud>(x.x * per_box, x.y * per_box, x.z * per_box, n,
                    [&](std::int32_t cell, double weight) {
                      atomicAdd(masses + cell, static_cast<unsigned long long>(weight * parts));
                    });
}

}  // namespace

template <typename Real>
void Mesh<Real>::deposit(const tree::Bodies<Real>& bodies, double total, const tree::Halt& halt,
                         const Stream& stream) {
  TYCHO_CUDA(cudaMemsetAsync(masses_.data(), 0, masses_.bytes(), stream.get()));
  launch(split_.compact() ? deposit_kernel<Cloud::kPcs> : deposit_kernel<Cloud::kCic>,
         cover(bodies.count), stream, bodies.position, bodies.count, 1 / split_.box, kParts / total,
         split_.grid, masses_.data(), halt);
}

template void Mesh<float>::deposit(const tree::Bodies<float>&, double, const tree::Halt&,
                                   const Stream&);
template void Mesh<double>::deposit(const tree::Bodies<double>&, double, const tree::Halt&,
                                    const Stream&);

}  // namespace tycho::gpu::tree_pm
