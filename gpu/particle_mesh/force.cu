// a = -(phi_{i+1} - phi_{i-1}) / (2 dx) along one axis (aubert2009, eq. 10), straight from memory:
// a block covers several rows, and the caches bring each value from memory once.
#include "core/formulas/cell_index.hpp"
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kBlockX = 32, kBlockY = 8;

template <typename Real, int kWidth>
struct alignas(sizeof(Real) * kWidth < 16 ? sizeof(Real) * kWidth : 16) Cells {
  Real at[kWidth];
};

template <typename Real, int kWidth>
__device__ Cells<Real, kWidth> load(const Real* from) {
  return *reinterpret_cast<const Cells<Real, kWidth>*>(from);
}

/// kWidth cells along x a thread; the row's length is a multiple of that.
template <typename Real, int kWidth, int kAxis>
__global__ void force_kernel(const Real* __restrict__ phi, Real* acceleration, int n,
                             Boundary boundary, Real half_per_cell) {
  const int i = kWidth * (blockIdx.x * kBlockX + threadIdx.x);
  const int j = blockIdx.y * kBlockY + threadIdx.y, k = blockIdx.z;
  if (i >= n || j >= n) return;
  const std::int64_t c = flat_cell(i, j, k, n);
  Cells<Real, kWidth> before, after;
  if constexpr (kAxis == 0) {
    const auto here = load<Real, kWidth>(phi + c);
    const std::int64_t row = c - i;
#pragma unroll
    for (int e = 1; e < kWidth; ++e) {
      before.at[e] = here.at[e - 1];
      after.at[e - 1] = here.at[e];
    }
    before.at[0] =
        i > 0 ? phi[c - 1] : beyond(boundary, here.at[0], phi[row + 1], phi[row + n - 1]);
    const int last = i + kWidth - 1;
    after.at[kWidth - 1] = last < n - 1
                               ? phi[row + last + 1]
                               : beyond(boundary, here.at[kWidth - 1], phi[row + n - 2], phi[row]);
  } else {
    const int along = kAxis == 1 ? j : k;
    const std::int64_t stride = kAxis == 1 ? n : std::int64_t(n) * n;
    const std::int64_t first = c - along * stride, final = first + (n - 1) * stride;
    before = load<Real, kWidth>(phi + (along > 0 ? c - stride : final));
    after = load<Real, kWidth>(phi + (along < n - 1 ? c + stride : first));
    if (boundary != Boundary::kPeriodic && (along == 0 || along == n - 1)) {
      const auto here = load<Real, kWidth>(phi + c);
#pragma unroll
      for (int e = 0; e < kWidth; ++e) {
        if (along == 0) before.at[e] = beyond(boundary, here.at[e], after.at[e], Real(0));
        if (along == n - 1) after.at[e] = beyond(boundary, here.at[e], before.at[e], Real(0));
      }
    }
  }
  Cells<Real, kWidth> out;
#pragma unroll
  for (int e = 0; e < kWidth; ++e)
    out.at[e] = acceleration_of(before.at[e], after.at[e], half_per_cell);
  *reinterpret_cast<Cells<Real, kWidth>*>(acceleration + c) = out;
}

template <typename Real, int kWidth>
void run(Mesh<Real>& mesh, int axis, Boundary boundary, const Stream& stream) {
  constexpr decltype(&force_kernel<Real, kWidth, 0>) kKernels[] = {
      force_kernel<Real, kWidth, 0>, force_kernel<Real, kWidth, 1>, force_kernel<Real, kWidth, 2>};
  const int n = mesh.n;
  const auto parts = [](int whole, int part) { return (whole + part - 1) / part; };
  const Grid grid{dim3(parts(n, kWidth * kBlockX), parts(n, kBlockY), n), dim3(kBlockX, kBlockY)};
  launch(kKernels[axis], grid, stream, mesh.potential.data(), mesh.acceleration.data(), n, boundary,
         Real(0.5) * static_cast<Real>(n));
}

}  // namespace

template <typename Real>
void force(Mesh<Real>& mesh, int axis, Boundary boundary, const Stream& stream) {
  if (mesh.n % 4 == 0)
    run<Real, 4>(mesh, axis, boundary, stream);
  else
    run<Real, 1>(mesh, axis, boundary, stream);
}

template void force(Mesh<float>&, int, Boundary, const Stream&);
template void force(Mesh<double>&, int, Boundary, const Stream&);

}  // namespace tycho::gpu::particle_mesh
