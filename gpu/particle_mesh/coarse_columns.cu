// The small meshes of a V-cycle in one block, for the case there mostly is: periodic, red-black, of
// sides 16, 8, 4 and 2. A thread owns two neighbouring columns along z and keeps them in registers,
// so that of a cell's six neighbours three are its own and three come through shared memory.
//
// The block runs alone and once, and most of what it could wait for is its own instructions: every
// routine stands in the kernel once, and only the sweeps are unrolled.
#include "core/formulas/discrete_laplacian.hpp"
#include "core/formulas/mesh_transfer.hpp"
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kThreads = 128;  // a pair of columns each at the largest side

constexpr int cells_of(int side) { return side * side * side; }

/// Where the meshes of the sides 16, 8, 4, 2 stand, the largest first.
constexpr int kAllCells = cells_of(16) + cells_of(8) + cells_of(4) + cells_of(2);
__device__ int offset_of(int bits) {  // of the side 2^bits
  return bits == 4   ? 0
         : bits == 3 ? cells_of(16)
         : bits == 2 ? cells_of(16) + cells_of(8)
                     : kAllCells - cells_of(2);
}

template <typename Real>
struct Shared {
  Real u[kAllCells], rhs[kAllCells];
  Real seen[cells_of(16)];  // what either colour is now, by plane and thread
};

template <int N, typename Real>
__device__ void relax(Real* u, const Real* rhs, Real* seen, int sweeps, Real omega) {
  constexpr int kColumns = N * N / 2, kPairs = N / 2;
  const int self = threadIdx.x;
  if (self >= kColumns) return;
  const auto barrier = [] {
    if constexpr (kColumns == kThreads)
      __syncthreads();
    else
      __syncwarp(kAllLanes >> (kWarp - kColumns));
  };
  const int pair = self % kPairs, line = self / kPairs;
  const int odd = line & 1;
  // Member 0 of a pair is the cell whose x has the parity of its y: its colour is that of z.
  const int left = line * kPairs + (pair + kPairs - 1) % kPairs;
  const int right = line * kPairs + (pair + 1) % kPairs;
  const int beside[2] = {odd ? right : left, odd ? left : right};
  const int before = (line + N - 1) % N * kPairs + pair, after = (line + 1) % N * kPairs + pair;
  const int cell = line * N + 2 * pair, member[2] = {cell + odd, cell + 1 - odd};

  Real v[N][2], f[N][2];
#pragma unroll
  for (int z = 0; z < N; ++z) {
#pragma unroll
    for (int m = 0; m < 2; ++m) {
      v[z][m] = u[z * N * N + member[m]];
      f[z][m] = rhs[z * N * N + member[m]];
    }
    seen[(N + z) * kColumns + self] = v[z][1 - z % 2];  // black
  }
  barrier();
#pragma unroll 1
  for (int s = 0; s < sweeps; ++s) {
#pragma unroll
    for (int colour = 0; colour < 2; ++colour) {
#pragma unroll
      for (int z = 0; z < N; ++z) {
        const int m = (z + colour) % 2;
        const Real* const others = seen + ((1 - colour) * N + z) * kColumns;
        const Real neighbours = (others[beside[m]] + v[z][1 - m]) +
                                (others[before] + others[after]) +
                                (v[(z + N - 1) % N][m] + v[(z + 1) % N][m]);
        v[z][m] = relaxed(neighbours, Real(1) / Real(6), v[z][m], f[z][m], omega);
        seen[(colour * N + z) * kColumns + self] = v[z][m];
      }
      barrier();
    }
  }
#pragma unroll
  for (int z = 0; z < N; ++z)
#pragma unroll
    for (int m = 0; m < 2; ++m) u[z * N * N + member[m]] = v[z][m];
}

template <typename Real>
__device__ void relax(int bits, Real* u, const Real* rhs, Real* seen, int sweeps, Real omega) {
  switch (bits) {
    case 4:
      return relax<16>(u, rhs, seen, sweeps, omega);
    case 3:
      return relax<8>(u, rhs, seen, sweeps, omega);
    case 2:
      return relax<4>(u, rhs, seen, sweeps, omega);
    default:
      return relax<2>(u, rhs, seen, sweeps, omega);
  }
}

/// The cell (i, j, k) of a periodic mesh of side 2^bits.
__device__ int cell_at(int i, int j, int k, int bits) {
  const int mask = (1 << bits) - 1;
  return (((k & mask) << bits | (j & mask)) << bits) | (i & mask);
}

/// The coarse right-hand side from the residual of a mesh of side 2^bits; the coarse solution is 0.
template <typename Real>
__device__ void restrict_from(int bits, const Real* u, const Real* rhs, Real* coarse_u,
                              Real* coarse_rhs) {
  const int half = bits - 1;
  for (int c = threadIdx.x; c < 1 << (3 * half); c += kThreads) {
    const int i = 2 * (c & ((1 << half) - 1)), j = 2 * (c >> half & ((1 << half) - 1));
    const int k = 2 * (c >> (2 * half));
    Real sum = 0;
#pragma unroll 2
    for (int e = 0; e < 8; ++e) {
      const int x = i + (e & 1), y = j + (e >> 1 & 1), z = k + (e >> 2);
      const Real neighbours = (u[cell_at(x - 1, y, z, bits)] + u[cell_at(x + 1, y, z, bits)]) +
                              (u[cell_at(x, y - 1, z, bits)] + u[cell_at(x, y + 1, z, bits)]) +
                              (u[cell_at(x, y, z - 1, bits)] + u[cell_at(x, y, z + 1, bits)]);
      const int here = cell_at(x, y, z, bits);
      sum += residual_of(neighbours, Real(6), u[here], rhs[here]);
    }
    coarse_rhs[c] = restricted(sum);
    coarse_u[c] = Real(0);
  }
}

/// Adds the correction of the mesh of half the side, cell by coarse cell, along x, then y, then z.
template <typename Real>
__device__ void prolong_to(int bits, Real* u, const Real* coarse) {
  const int half = bits - 1;
  for (int c = threadIdx.x; c < 1 << (3 * half); c += kThreads) {
    const int i = c & ((1 << half) - 1), j = c >> half & ((1 << half) - 1), k = c >> (2 * half);
#pragma unroll 1
    for (int upper = 0; upper < 2; ++upper) {
      Real along_y[2][2][2];  // near and far in z; fine y; fine x
#pragma unroll
      for (int far = 0; far < 2; ++far) {
        const int z = far ? k + 2 * upper - 1 : k;
        Real along_x[3][2];
#pragma unroll
        for (int b = 0; b < 3; ++b) {
          const Real middle = coarse[cell_at(i, j + b - 1, z, half)];
          along_x[b][0] = prolonged(middle, coarse[cell_at(i - 1, j + b - 1, z, half)]);
          along_x[b][1] = prolonged(middle, coarse[cell_at(i + 1, j + b - 1, z, half)]);
        }
#pragma unroll
        for (int x = 0; x < 2; ++x) {
          along_y[far][0][x] = prolonged(along_x[1][x], along_x[0][x]);
          along_y[far][1][x] = prolonged(along_x[1][x], along_x[2][x]);
        }
      }
#pragma unroll
      for (int y = 0; y < 2; ++y)
#pragma unroll
        for (int x = 0; x < 2; ++x)
          u[cell_at(2 * i + x, 2 * j + y, 2 * k + upper, bits)] +=
              prolonged(along_y[0][y][x], along_y[1][y][x]);
    }
  }
}

template <typename Real>
__global__ void __launch_bounds__(kThreads)
    coarse_columns_kernel(Real* solution, const Real* __restrict__ given, bool from_zero,
                          int finest, int restrictions, int pre, int post, Real omega) {
  extern __shared__ __align__(16) unsigned char raw[];
  auto& shared = *reinterpret_cast<Shared<Real>*>(raw);
  const int cells = 1 << (3 * finest), first = offset_of(finest);
  wait_for_previous();
#pragma unroll 8
  for (int c = threadIdx.x; c < cells; c += kThreads) shared.rhs[first + c] = given[c];
#pragma unroll 8
  for (int c = threadIdx.x; c < cells; c += kThreads)
    shared.u[first + c] = from_zero ? Real(0) : solution[c];
  __syncthreads();
  // Down to the coarsest mesh, where the sweeps before and after meet, and up again.
#pragma unroll 1
  for (int visit = 0; visit <= 2 * restrictions; ++visit) {
    const bool down = visit<restrictions, up = visit> restrictions;
    const int bits = finest - (up ? 2 * restrictions - visit : visit);
    Real* const u = shared.u + offset_of(bits);
    Real* const rhs = shared.rhs + offset_of(bits);
    if (up) {
      prolong_to(bits, u, shared.u + offset_of(bits - 1));
      __syncthreads();
    }
    relax(bits, u, rhs, shared.seen, down ? pre : up ? post : pre + post, omega);
    __syncthreads();
    if (down) {
      restrict_from(bits, u, rhs, shared.u + offset_of(bits - 1), shared.rhs + offset_of(bits - 1));
      __syncthreads();
    }
  }
  for (int c = threadIdx.x; c < cells; c += kThreads) solution[c] = shared.u[first + c];
}

}  // namespace

template <typename Real>
bool coarse_columns(Level<Real>& level, int restrictions, int pre, int post,
                    const Relaxation<Real>& how, const Stream& stream) {
  int bits = 1;
  while (1 << bits < level.n) ++bits;
  if (how.jacobi || how.walls || 1 << bits != level.n || restrictions >= bits) return false;
  Grid grid{dim3(1), dim3(kThreads), sizeof(Shared<Real>)};
  if (grid.shared_bytes > most_shared_memory()) return false;
  allow_shared_memory(coarse_columns_kernel<Real>, grid.shared_bytes);
  launch_early(coarse_columns_kernel<Real>, grid, stream, level.u.data(), level.rhs.data(),
               level.zero, bits, restrictions, pre, post, how.omega);
  level.zero = false;
  return true;
}

template bool coarse_columns(Level<float>&, int, int, int, const Relaxation<float>&, const Stream&);
template bool coarse_columns(Level<double>&, int, int, int, const Relaxation<double>&,
                             const Stream&);

}  // namespace tycho::gpu::particle_mesh
