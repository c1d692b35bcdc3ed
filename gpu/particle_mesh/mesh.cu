#include "gpu/particle_mesh/mesh.hpp"

#include "core/cube.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/own_index.cuh"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real, Cloud kCloud>
__global__ void sample_kernel(const Real* __restrict__ values, const Real* __restrict__ x,
                              const Real* __restrict__ y, const Real* __restrict__ z, Real* out,
                              std::int64_t count, int n) {
  const std::int64_t p = own_index();
  if (p < count) out[p] = interpolated<kCloud>(values, x[p], y[p], z[p], n);
}

}  // namespace

template <typename Real>
Stars<Real>::Stars(std::int64_t n, Stream& stream) : cell(static_cast<std::size_t>(n), stream) {
  for (auto* set : {&position, &velocity})
    for (auto& axis : *set) axis = Buffer<Real>(static_cast<std::size_t>(n), stream);
}

template <typename Real>
Mesh<Real>::Mesh(int side, Cloud cloud, Stream& stream)
    : n(side),
      counts(cloud == Cloud::kNgp ? cube(side) : 0, stream),
      clouds(cloud == Cloud::kNgp ? 0 : cube(side), stream),
      density(cube(side), stream),
      potential(cube(side), stream),
      acceleration(cube(side), stream) {}

template <typename Real>
std::size_t Mesh<Real>::bytes(int side, Cloud cloud) {
  return cube(side) * (3 * sizeof(Real) + (cloud == Cloud::kNgp ? 4 : sizeof(Real)));
}

template <typename Real>
void sample(const Stars<Real>& s, const Buffer<Real>& values, int n, Cloud cloud, Buffer<Real>& out,
            const Stream& stream) {
  with_cloud(cloud, [&](auto kind) {
    launch(sample_kernel<Real, decltype(kind)::value>, cover(s.size()), stream, values.data(),
           s.position[0].data(), s.position[1].data(), s.position[2].data(), out.data(), s.size(),
           n);
  });
}

template struct Stars<float>;
template struct Stars<double>;
template struct Mesh<float>;
template struct Mesh<double>;
template void sample(const Stars<float>&, const Buffer<float>&, int, Cloud, Buffer<float>&,
                     const Stream&);
template void sample(const Stars<double>&, const Buffer<double>&, int, Cloud, Buffer<double>&,
                     const Stream&);

}  // namespace tycho::gpu::particle_mesh
