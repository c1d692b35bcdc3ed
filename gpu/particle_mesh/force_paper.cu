// The central difference as published (aubert2009, III.D and Fig. 5), through shared memory.
//
// Along the memory order a block takes a piece of a row and one cell beyond each end, one thread a
// cell. Across it a block takes a plane of columns, and one thread computes an entire column.
#include "core/formulas/cell_index.hpp"
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kPiece = 128;  // cells of a row a block takes

template <typename Real>
__global__ void along_memory(const Real* __restrict__ phi, Real* acceleration, int n,
                             Boundary boundary, Real half_per_cell) {
  __shared__ Real line[kPiece + 2];
  const std::int64_t row = static_cast<std::int64_t>(n) * blockIdx.x;
  const int begin = blockIdx.y * kPiece, cells = min(kPiece, n - begin);
  const int at = threadIdx.x, i = begin + at;
  if (at < cells) line[at + 1] = phi[row + i];
  if (at == 0)
    line[0] = begin > 0 ? phi[row + begin - 1]
                        : beyond(boundary, phi[row], phi[row + 1], phi[row + n - 1]);
  if (at == cells - 1)
    line[cells + 1] = i < n - 1 ? phi[row + i + 1]
                                : beyond(boundary, phi[row + n - 1], phi[row + n - 2], phi[row]);
  __syncthreads();
  if (at < cells) acceleration[row + i] = acceleration_of(line[at], line[at + 2], half_per_cell);
}

/// Columns side by side in a block: as many as one access of 128 bytes.
template <typename Real>
constexpr int kColumns = 128 / static_cast<int>(sizeof(Real));

/// Columns run along `stride`; planes of them follow each other along `plane_stride`.
template <typename Real>
__global__ void across_memory(const Real* __restrict__ phi, Real* acceleration, int n,
                              std::int64_t stride, std::int64_t plane_stride, Boundary boundary,
                              Real half_per_cell) {
  extern __shared__ __align__(16) unsigned char raw[];
  Real* const column = reinterpret_cast<Real*>(raw) + threadIdx.x;
  constexpr int kStep = kColumns<Real>;
  const int i = blockIdx.x * kStep + threadIdx.x;
  if (i >= n) return;  // threads share no column, so none waits for this one
  const std::int64_t first = i + plane_stride * blockIdx.y;
  for (int j = 0; j < n; ++j) column[j * kStep] = phi[first + j * stride];
  for (int j = 0; j < n; ++j) {
    const Real here = column[j * kStep];
    const Real before = j > 0 ? column[(j - 1) * kStep]
                              : beyond(boundary, here, column[kStep], column[(n - 1) * kStep]);
    const Real after = j < n - 1 ? column[(j + 1) * kStep]
                                 : beyond(boundary, here, column[(n - 2) * kStep], column[0]);
    acceleration[first + j * stride] = acceleration_of(before, after, half_per_cell);
  }
}

}  // namespace

template <typename Real>
void force_paper(Mesh<Real>& mesh, int axis, Boundary boundary, const Stream& stream) {
  const int n = mesh.n;
  const std::int64_t row = n, plane = row * n;
  const Real half_per_cell = Real(0.5) * static_cast<Real>(n);
  if (axis == 0) {
    const Grid grid{dim3(n * n, (n + kPiece - 1) / kPiece), dim3(kPiece)};
    launch(along_memory<Real>, grid, stream, mesh.potential.data(), mesh.acceleration.data(), n,
           boundary, half_per_cell);
    return;
  }
  constexpr int kWide = kColumns<Real>;
  const std::size_t shared_bytes = sizeof(Real) * kWide * n;
  allow_shared_memory(across_memory<Real>, shared_bytes);
  const Grid grid{dim3((n + kWide - 1) / kWide, n), dim3(kWide), shared_bytes};
  launch(across_memory<Real>, grid, stream, mesh.potential.data(), mesh.acceleration.data(), n,
         axis == 1 ? row : plane, axis == 1 ? plane : row, boundary, half_per_cell);
}

template void force_paper(Mesh<float>&, int, Boundary, const Stream&);
template void force_paper(Mesh<double>&, int, Boundary, const Stream&);

}  // namespace tycho::gpu::particle_mesh
