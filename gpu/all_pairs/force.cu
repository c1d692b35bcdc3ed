// a_i = sum_j m_j r_ij / (r_ij^2 + eps^2)^(3/2), tile by tile: bertinelli2025, sections 1.1 to 2.2.
#include <stdexcept>

#include "core/formulas/pair_force.hpp"
#include "gpu/all_pairs/bodies.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::all_pairs {

namespace {

// The paper's computeAcceleration: the inverse square root of the sixth power, in the type's own
// rsqrt. The sixth power bounds the softening from below more than the cube does.
__device__ float inverse_sqrt(float value) { return rsqrtf(value); }
__device__ double inverse_sqrt(double value) { return rsqrt(value); }

template <typename Real>
constexpr Real kLeastTiledSofteningSq = Real(sizeof(Real) == 4 ? 1e-12 : 1e-100);

template <typename Real>
__device__ void accumulate(const Vector4<Real>& here, const Vector4<Real>& there, Real eps_sq,
                           Vec3<Real>& sum) {
  const Vec3<Real> r{there.x - here.x, there.y - here.y, there.z - here.z};
  const Real distance_sq = dot(r, r) + eps_sq;
  const Real distance_sixth = distance_sq * distance_sq * distance_sq;
  sum += (there.w * inverse_sqrt(distance_sixth)) * r;
}

/// kUnroll 0 leaves it to the compiler how often the loop is unrolled.
template <int kUnroll, typename Real>
__device__ void accumulate_tile(const Vector4<Real>& here, const Vector4<Real>* tile, Real eps_sq,
                                Vec3<Real>& sum) {
  if constexpr (kUnroll == 0) {
    for (int k = 0; k < blockDim.x; ++k) accumulate(here, tile[k], eps_sq, sum);
  } else {
#pragma unroll kUnroll
    for (int k = 0; k < blockDim.x; ++k) accumulate(here, tile[k], eps_sq, sum);
  }
}

// Thread blocks of any size, the last tile and the last thread block partly filled: a lane without
// a body loads one of no mass and stores nothing.
template <typename Real, int kUnroll>
__global__ void tiled(const Vector4<Real>* __restrict__ position, Vector4<Real>* acceleration,
                      int first_target, int last_target, int n, Real eps_sq, Real mass_unit) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto* tile = reinterpret_cast<Vector4<Real>*>(shared);
  const int i = first_target + blockIdx.x * blockDim.x + threadIdx.x;
  const Vector4<Real> here = position[min(i, n - 1)];
  Vec3<Real> sum;
  for (int first = 0; first < n; first += blockDim.x) {
    const int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? position[j] : Vector4<Real>{};
    __syncthreads();
    accumulate_tile<kUnroll>(here, tile, eps_sq, sum);
    __syncthreads();
  }
  if (i < last_target)
    acceleration[i] = {mass_unit * sum.x, mass_unit * sum.y, mass_unit * sum.z, Real(0)};
}

template <typename Real>
auto kernel_unrolled(int unroll) {
  switch (unroll) {
    case 0:
      return tiled<Real, 0>;
    case 1:
      return tiled<Real, 1>;
    case 2:
      return tiled<Real, 2>;
    case 4:
      return tiled<Real, 4>;
    case 8:
      return tiled<Real, 8>;
    case 16:
      return tiled<Real, 16>;
    case 32:
      return tiled<Real, 32>;
  }
  throw std::invalid_argument("no tiled kernel is unrolled " + std::to_string(unroll) + " times");
}

}  // namespace

template <typename Real>
void force(Bodies<Real>& bodies, Real softening, int threads_per_block, int unroll,
           const Stream& stream) {
  const Real eps_sq = max(softening * softening, kLeastTiledSofteningSq<Real>);
  if (bodies.moved() == 0) return;
  Grid grid = cover(bodies.moved(), threads_per_block);
  grid.shared_bytes = threads_per_block * sizeof(Vector4<Real>);
  launch(kernel_unrolled<Real>(unroll), grid, stream, bodies.position.data(),
         bodies.acceleration.data(), bodies.first(), bodies.last(), bodies.size(), eps_sq,
         bodies.mass_unit);
}

template void force(Bodies<float>&, float, int, int, const Stream&);
template void force(Bodies<double>&, double, int, int, const Stream&);

}  // namespace tycho::gpu::all_pairs
