// Between the meshes of the multigrid solver (aubert2009, Fig. 4), one thread a coarse cell.
#include "core/formulas/mesh_transfer.hpp"
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/particle_mesh/stencil.cuh"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kBlockX = 32, kBlockY = 4;

Grid over(int n) {
  const auto parts = [n](int part) { return static_cast<unsigned>((n + part - 1) / part); };
  return {dim3(parts(kBlockX), parts(kBlockY), n), dim3(kBlockX, kBlockY)};
}

template <typename Real>
struct alignas(2 * sizeof(Real)) Pair {
  Real at[2];
};

/// The two fine cells of one coarse cell in a row of the fine mesh; zeros beyond a wall.
template <typename Real>
__device__ Pair<Real> pair_at(const Real* __restrict__ u, int i, int j, int k, int n, bool walls) {
  const bool outside = j < 0 || j >= n || k < 0 || k >= n;
  if (walls && outside) return {};
  return *reinterpret_cast<const Pair<Real>*>(
      u + flat_cell(2 * i, wrap_cell(j, n), wrap_cell(k, n), n));
}

template <typename Real>
__global__ void restrict_kernel(const Real* __restrict__ u, const Real* __restrict__ rhs,
                                Real* coarse, int half, bool walls) {
  const int i = blockIdx.x * kBlockX + threadIdx.x, j = blockIdx.y * kBlockY + threadIdx.y;
  const int k = blockIdx.z, n = 2 * half;
  if (i >= half || j >= half) return;
  wait_for_previous();
  // The rows around the eight cells: those of the cells themselves have b and c in 0, 1.
  const auto rows = [&](int b, int c) { return pair_at(u, i, 2 * j + b, 2 * k + c, n, walls); };
  Pair<Real> own[2][2];
  for (int c = 0; c < 2; ++c)
    for (int b = 0; b < 2; ++b) own[c][b] = rows(b, c);
  const bool first = i == 0, last = i == half - 1;
  const int west = first ? n - 1 : 2 * i - 1, east = last ? 0 : 2 * i + 2;
  Real sum = 0;
  for (int c = 0; c < 2; ++c) {
    const Pair<Real> south = rows(-1, c), north = rows(2, c);
    for (int b = 0; b < 2; ++b) {
      const int y = 2 * j + b, z = 2 * k + c;
      const Pair<Real> here = own[c][b];
      const Pair<Real> across_y = own[c][1 - b], beyond_y = b ? north : south;
      const Pair<Real> across_z = own[1 - c][b], beyond_z = rows(b, c ? 2 : -1);
      const Real left = walls && first ? Real(0) : u[flat_cell(west, y, z, n)];
      const Real right = walls && last ? Real(0) : u[flat_cell(east, y, z, n)];
      const Pair<Real> f = *reinterpret_cast<const Pair<Real>*>(rhs + flat_cell(2 * i, y, z, n));
      const int faces = walls ? (y == 0) + (y == n - 1) + (z == 0) + (z == n - 1) : 0;
      for (int a = 0; a < 2; ++a) {
        const Real neighbours = here.at[1 - a] + (a ? right : left) + across_y.at[a] +
                                beyond_y.at[a] + across_z.at[a] + beyond_z.at[a];
        const int ends = walls && (a ? last : first) ? 1 : 0;
        sum += residual_of(neighbours, static_cast<Real>(6 + faces + ends), here.at[a], f.at[a]);
      }
    }
  }
  coarse[flat_cell(i, j, k, half)] = restricted(sum);
}

template <typename Real>
__global__ void prolong_kernel(const Real* __restrict__ coarse, Real* u, int half, bool walls) {
  const int i = blockIdx.x * kBlockX + threadIdx.x, j = blockIdx.y * kBlockY + threadIdx.y;
  const int k = blockIdx.z, n = 2 * half;
  if (i >= half || j >= half) return;
  wait_for_previous();
  // Along x, then y, then z: 27 coarse values become 18, 12 and 8 fine ones.
  Real along_x[3][3][2];
  for (int c = 0; c < 3; ++c)
    for (int b = 0; b < 3; ++b) {
      const auto value = [&](int a) {
        return coarse_at(coarse, i + a, j + b - 1, k + c - 1, half, walls);
      };
      const Real middle = value(0);
      along_x[c][b][0] = prolonged(middle, value(-1));
      along_x[c][b][1] = prolonged(middle, value(1));
    }
  for (int c = 0; c < 2; ++c)
    for (int b = 0; b < 2; ++b) {
      Pair<Real>& fine =
          *reinterpret_cast<Pair<Real>*>(u + flat_cell(2 * i, 2 * j + b, 2 * k + c, n));
      Pair<Real> sum = fine;
      for (int a = 0; a < 2; ++a) {
        const auto along_y = [&](int z) {
          return prolonged(along_x[z][1][a], along_x[z][2 * b][a]);
        };
        sum.at[a] += prolonged(along_y(1), along_y(2 * c));
      }
      fine = sum;
    }
}

}  // namespace

template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, bool walls,
                       const Stream& stream) {
  launch_early(restrict_kernel<Real>, over(coarse.n), stream, fine.u.data(), fine.rhs.data(),
               coarse.rhs.data(), coarse.n, walls);
  coarse.zero = true;
}

template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, const Stream& stream) {
  launch_early(prolong_kernel<Real>, over(coarse.n), stream, coarse.u.data(), fine.u.data(),
               coarse.n, walls);
}

template void restrict_residual(const Level<float>&, Level<float>&, bool, const Stream&);
template void restrict_residual(const Level<double>&, Level<double>&, bool, const Stream&);
template void prolong(const Level<float>&, Level<float>&, bool, const Stream&);
template void prolong(const Level<double>&, Level<double>&, bool, const Stream&);

}  // namespace tycho::gpu::particle_mesh
