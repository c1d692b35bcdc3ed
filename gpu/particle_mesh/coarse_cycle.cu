// The small meshes of a V-cycle in one block: they fit its shared memory, and a launch for each
// sweep would take longer than the sweep.
#include "core/formulas/mesh_transfer.hpp"
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/particle_mesh/stencil.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kThreads = 512;
constexpr int kMostCells = kOneBlockSide * kOneBlockSide * kOneBlockSide;
constexpr int kPairsEach = kMostCells / 2 / kThreads;  // two neighbouring cells, of either colour

/// Where the meshes of all levels stand in shared memory. Each solution ends in a pair of cells
/// that stays zero and stands for whatever is beyond a wall.
struct Layout {
  int side[5], u[5], rhs[5];
  int scratch, cells;  // scratch: residuals of the level at hand
  int levels;
};

Layout layout(int side, int restrictions) {
  Layout l{};
  l.levels = restrictions + 1;
  for (int level = 0; level < l.levels; ++level, side /= 2) {
    const int cells = side * side * side;
    l.side[level] = side;
    l.u[level] = l.cells;
    l.rhs[level] = l.cells + cells + 2;
    l.cells += 2 * cells + 2;
  }
  l.scratch = l.cells;
  l.cells += l.side[0] * l.side[0] * l.side[0];
  return l;
}

/// A thread's pair of cells and the cells around it, found once for all sweeps on a level.
template <typename Real>
struct Owned {
  int cell = -1;  // the first of the two; -1: none
  int left = 0, right = 0, south = 0, north = 0, below = 0, above = 0;
  int parity = 0;                                    // of y + z
  Real diagonal = 0, left_wall = 0, right_wall = 0;  // of both cells, and what a wall adds to one

  Owned() = default;
  __device__ Owned(int pair, int n, bool walls) {
    const int cells = n * n * n, zeros = cells;
    if (pair >= cells / 2) return;
    const int i = 2 * (pair % (n / 2)), j = pair / (n / 2) % n, k = pair / (n / 2) / n;
    cell = flat_cell(i, j, k, n);
    parity = (j + k) & 1;
    diagonal = Real(6);
    const auto row = [&](int y, int z) {
      const bool wall = walls && (y < 0 || y >= n || z < 0 || z >= n);
      if (wall) diagonal += Real(1);
      return wall ? zeros : flat_cell(i, wrap_cell(y, n), wrap_cell(z, n), n);
    };
    south = row(j - 1, k);
    north = row(j + 1, k);
    below = row(j, k - 1);
    above = row(j, k + 1);
    const bool first = walls && i == 0, last = walls && i == n - 2;
    left = first ? zeros : flat_cell(cell_before(i, n), j, k, n);
    right = last ? zeros : flat_cell(cell_after(i + 1, n), j, k, n);
    left_wall = first ? 1 : 0;
    right_wall = last ? 1 : 0;
  }

  __device__ Real diagonal_of(int a) const { return diagonal + (a ? right_wall : left_wall); }
  __device__ Real neighbours(const Real* u, int a) const {
    return (u[cell + 1 - a] + u[a ? right : left]) + (u[south + a] + u[north + a]) +
           (u[below + a] + u[above + a]);
  }
};

template <typename Real>
struct SharedLevel {
  Real* u;
  Real* rhs;
  int n;
  Relaxation<Real> how;

  __device__ void smooth(int sweeps) {
    for_owned([&](const Owned<Real>(&owned)[kPairsEach]) {
      for (int s = 0; s < sweeps; ++s) {
        if (how.jacobi)
          jacobi(owned);
        else
          red_black(owned);
      }
    });
  }

  __device__ void residual(Real* out) {
    for_owned([&](const Owned<Real>(&owned)[kPairsEach]) {
#pragma unroll
      for (const Owned<Real>& own : owned)
        for (int a = 0; a < 2 && own.cell >= 0; ++a)
          out[own.cell + a] = residual_of(own.neighbours(u, a), own.diagonal_of(a), u[own.cell + a],
                                          rhs[own.cell + a]);
    });
    __syncthreads();
  }

 private:
  template <typename Body>
  __device__ void for_owned(Body body) {
    Owned<Real> owned[kPairsEach];
#pragma unroll
    for (int p = 0; p < kPairsEach; ++p)
      owned[p] = Owned<Real>(threadIdx.x + p * kThreads, n, how.walls);
    body(owned);
  }

  __device__ void red_black(const Owned<Real> (&owned)[kPairsEach]) {
    for (int colour = 0; colour < 2; ++colour) {
#pragma unroll
      for (const Owned<Real>& own : owned) {
        if (own.cell < 0) continue;
        const int a = (colour + own.parity) & 1;
        Real& value = u[own.cell + a];
        value = relaxed(own.neighbours(u, a), Real(1) / own.diagonal_of(a), value,
                        rhs[own.cell + a], how.omega);
      }
      __syncthreads();
    }
  }

  __device__ void jacobi(const Owned<Real> (&owned)[kPairsEach]) {
    Real next[kPairsEach][2];
#pragma unroll
    for (int p = 0; p < kPairsEach; ++p)
#pragma unroll
      for (int a = 0; a < 2; ++a)
        if (owned[p].cell >= 0)
          next[p][a] = relaxed(owned[p].neighbours(u, a), Real(1) / owned[p].diagonal_of(a),
                               u[owned[p].cell + a], rhs[owned[p].cell + a], how.omega);
    __syncthreads();
#pragma unroll
    for (int p = 0; p < kPairsEach; ++p)
#pragma unroll
      for (int a = 0; a < 2; ++a)
        if (owned[p].cell >= 0) u[owned[p].cell + a] = next[p][a];
    __syncthreads();
  }
};

template <typename Real>
__device__ void restrict_to(const Real* residual, Real* rhs, int half) {
  const int n = 2 * half;
  for (int c = threadIdx.x; c < half * half * half; c += kThreads) {
    const int i = 2 * (c % half), j = 2 * (c / half % half), k = 2 * (c / half / half);
    Real sum = 0;
    for (int z = 0; z < 2; ++z)
      for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) sum += residual[flat_cell(i + x, j + y, k + z, n)];
    rhs[c] = restricted(sum);
  }
  __syncthreads();
}

template <typename Real>
__device__ void prolong_to(const Real* coarse, Real* u, int n, bool walls) {
  for (int c = threadIdx.x; c < n * n * n; c += kThreads) {
    const int i = c % n, j = c / n % n, k = c / n / n;
    const auto along_x = [&](int y, int z) {
      return prolonged(coarse_at(coarse, i / 2, y, z, n / 2, walls),
                       coarse_at(coarse, far_coarse(i), y, z, n / 2, walls));
    };
    const auto along_y = [&](int z) {
      return prolonged(along_x(j / 2, z), along_x(far_coarse(j), z));
    };
    u[c] += prolonged(along_y(k / 2), along_y(far_coarse(k)));
  }
  __syncthreads();
}

template <typename Real>
__global__ void __launch_bounds__(kThreads)
    coarse_cycle_kernel(Real* solution, const Real* __restrict__ given, bool from_zero, Layout l,
                        int pre, int post, Relaxation<Real> how) {
  extern __shared__ __align__(16) unsigned char raw[];
  Real* const shared = reinterpret_cast<Real*>(raw);
  const auto at_level = [&](int level) {
    return SharedLevel<Real>{shared + l.u[level], shared + l.rhs[level], l.side[level], how};
  };
  const int cells = l.side[0] * l.side[0] * l.side[0];
  for (int c = threadIdx.x; c < l.scratch; c += kThreads) shared[c] = Real(0);
  __syncthreads();
  for (int c = threadIdx.x; c < cells; c += kThreads) {
    shared[l.rhs[0] + c] = given[c];
    if (!from_zero) shared[l.u[0] + c] = solution[c];
  }
  __syncthreads();
  for (int level = 0; level < l.levels; ++level) {
    SharedLevel<Real> here = at_level(level);
    here.smooth(pre);
    if (level + 1 == l.levels) continue;
    here.residual(shared + l.scratch);
    restrict_to(shared + l.scratch, shared + l.rhs[level + 1], l.side[level + 1]);
  }
  for (int level = l.levels - 1; level >= 0; --level) {
    SharedLevel<Real> here = at_level(level);
    if (level + 1 < l.levels) prolong_to(shared + l.u[level + 1], here.u, l.side[level], how.walls);
    here.smooth(post);
  }
  for (int c = threadIdx.x; c < cells; c += kThreads) solution[c] = shared[l.u[0] + c];
}

}  // namespace

template <typename Real>
int one_block_side() {
  const auto bytes = [](int side) {
    int restrictions = 0;
    while (side >> (restrictions + 1) >= 1) ++restrictions;
    return sizeof(Real) * layout(side, restrictions).cells;
  };
  int side = kOneBlockSide;
  while (side > 1 && bytes(side) > most_shared_memory()) side /= 2;
  return side;
}

template int one_block_side<float>();
template int one_block_side<double>();

template <typename Real>
void coarse_cycle(Level<Real>& level, int restrictions, int pre, int post,
                  const Relaxation<Real>& how, const Stream& stream) {
  if (coarse_columns(level, restrictions, pre, post, how, stream)) return;
  const Layout l = layout(level.n, restrictions);
  Grid grid{dim3(1), dim3(kThreads)};
  grid.shared_bytes = sizeof(Real) * l.cells;
  allow_shared_memory(coarse_cycle_kernel<Real>, grid.shared_bytes);
  launch(coarse_cycle_kernel<Real>, grid, stream, level.u.data(), level.rhs.data(), level.zero, l,
         pre, post, how);
  level.zero = false;
}

template void coarse_cycle(Level<float>&, int, int, int, const Relaxation<float>&, const Stream&);
template void coarse_cycle(Level<double>&, int, int, int, const Relaxation<double>&, const Stream&);

}  // namespace tycho::gpu::particle_mesh
