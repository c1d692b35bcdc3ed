#include "gpu/tree/energies.hpp"

#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::tree {

namespace {

constexpr int kThreads = 256, kBlocks = 1056;

__device__ Energies both(const Energies& a, const Energies& b) {
  return {a.kinetic + b.kinetic, a.potential + b.potential};
}

/// A sum for each thread block.
template <typename Real>
__global__ void __launch_bounds__(kThreads)
    energies_kernel(const Bodies<Real> bodies, const Real* __restrict__ near,
                    const Vector4<Real>* __restrict__ far, double offset, Energies* sums) {
  Energies own{};
  for (std::int64_t i = blockIdx.x * kThreads + threadIdx.x; i < bodies.count;
       i += kBlocks * kThreads) {
    const Vector4<double> v = bodies.velocity[i];
    const double half_mass = 0.5 * bodies.position[i].w;
    const double potential = double(near[i]) + (far ? double(far[i].w) : 0.0) + offset;
    own = both(own, {half_mass * (v.x * v.x + v.y * v.y + v.z * v.z), half_mass * potential});
  }
  __shared__ Energies all[kThreads];
  all[threadIdx.x] = own;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) all[threadIdx.x] = both(all[threadIdx.x], all[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = all[0];
}

}  // namespace

template <typename Real>
Energies energies(const Bodies<Real>& bodies, const Real* near, const Vector4<Real>* far,
                  double offset, Stream& stream) {
  Buffer<Energies> sums(kBlocks, stream);
  launch(energies_kernel<Real>, Grid{dim3(kBlocks), dim3(kThreads)}, stream, bodies, near, far,
         offset, sums.data());
  Energies total;
  for (const Energies& sum : sums.download(stream)) {
    total.kinetic += sum.kinetic;
    total.potential += sum.potential;
  }
  return total;
}

template Energies energies(const Bodies<float>&, const float*, const Vector4<float>*, double,
                           Stream&);
template Energies energies(const Bodies<double>&, const double*, const Vector4<double>*, double,
                           Stream&);

}  // namespace tycho::gpu::tree
