// Red-black relaxation sweeps (aubert2009, eq. 9 in three dimensions), several in one pass over
// memory.
//
// A block marches along z through a tile of columns with a halo as wide as the number of half
// sweeps; what the halo lacks of neighbours spoils one more ring of it with every half sweep, and
// only the inside is written. When plane z has come in, half sweep h is done on plane z - 1 - h:
//
//   plane        z      z-1     z-2     z-3     z-4
//   half sweep  comes    0       1       2       3  -> written
//
// so that the planes above and below are in the state that half sweep needs. Planes are asked for a
// few steps before they are needed: one step is much shorter than the way to memory. A thread owns
// two neighbouring cells of every plane, one red and one black, and keeps them in registers from
// the time they come in until they are written: above and below are its own. Neighbours in the
// plane are of the other colour, and were last changed one half sweep earlier, in the step before
// this one: they come through shared memory, with one barrier a step however many half sweeps there
// are.
//
// Of a thread's two cells, member 0 is the one whose x has the parity of its y. The cell that a
// step changes is then member 1 when z is even and member 0 when z is odd, in every thread and for
// every half sweep, so that with the march unrolled no lane is idle and nothing is selected.
#include <utility>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real>
struct alignas(2 * sizeof(Real)) Pair {
  Real at[2];
};

template <typename Real>
struct Pass {
  const Real* u;  // null: zeros
  const Real* rhs;
  Real* next;
  int n, chunk;  // cells a side; planes a block writes
  Real omega;
};

/// kSweeps in a pass over tiles of kWidth x kRows columns.
template <typename Real, int kSweeps, int kTileWidth, int kTileRows>
struct Tile {
  static constexpr int kWidth = kTileWidth, kRows = kTileRows;
  static constexpr int kHalves = 2 * kSweeps;
  static constexpr int kHalo = kHalves;
  static constexpr int kPairs = (kWidth + 2 * kHalo) / 2;
  static constexpr int kLines = kRows + 2 * kHalo;
  static constexpr int kThreads = kPairs * kLines;
  static constexpr int kAhead = sizeof(Real) == 4 ? 4 : 2;  // planes under way
  static constexpr int kRing = kHalves + 2 + kAhead;        // planes a thread holds
};

__device__ int modulo(int i, int n) {
  const int rest = i % n;
  return rest < 0 ? rest + n : rest;
}

/// One thread's columns: where they are, and how they are relaxed.
template <typename Real, typename T, bool kWalls>
struct Columns {
  __device__ explicit Columns(const Pass<Real>& p)
      : pass(p), area(p.n * p.n), pair(threadIdx.x % T::kPairs), line(threadIdx.x / T::kPairs) {}

  /// From cells in memory order to members and back: member 0 is the cell at even x where y is
  /// even. Not part of a load: whatever touches a loaded value waits for it.
  __device__ Pair<Real> swapped_if_odd(const Pair<Real>& v) const {
    return odd ? Pair<Real>{{v.at[1], v.at[0]}} : v;
  }

  __device__ bool outside(int z) const { return kWalls && (beyond_walls || z < 0 || z >= pass.n); }

  __device__ Pair<Real> load(const Real* from, int z) const {
    if (from == nullptr || outside(z)) return Pair<Real>{};
    return *reinterpret_cast<const Pair<Real>*>(from + at(kWalls ? z : wrap_cell(z, pass.n)));
  }

  __device__ void store(const Pair<Real>& value, int z) const {
    *reinterpret_cast<Pair<Real>*>(pass.next + at(z)) = swapped_if_odd(value);
  }

  /// Of this thread's first cell in a plane; 1024^3 cells fit 32 bits.
  __device__ int at(int plane) const { return plane * area + offset; }

  /// omega, but 0 beyond a wall, where zeros stay zeros; and 1 / diagonal.
  __device__ Real omega(int z) const { return outside(z) ? Real(0) : pass.omega; }
  __device__ Real inverse_diagonal(int member, int z) const {
    if constexpr (!kWalls) return Real(1) / Real(6);
    const int faces = walls[member] + (z == 0) + (z == pass.n - 1);
    return Real(1) / static_cast<Real>(6 + faces);
  }

  const Pass<Real>& pass;
  int area;  // of a plane
  int pair, line;
  int offset = 0;  // of the first cell in a plane
  bool odd = false;
  bool beyond_walls = false;
  bool inside = false;  // of the tile: written
  int walls[2] = {0, 0};
};

template <typename Real, typename T, bool kWalls>
__global__ void __launch_bounds__(T::kThreads) sweeps_kernel(Pass<Real> pass) {
  __shared__ Real exchanged[2][T::kHalves][T::kThreads];
  Columns<Real, T, kWalls> columns(pass);
  const int n = pass.n;
  {
    const int x = blockIdx.x * T::kWidth - T::kHalo + 2 * columns.pair;
    const int y = blockIdx.y * T::kRows - T::kHalo + columns.line;
    columns.inside = columns.pair >= T::kHalo / 2 && columns.pair < T::kPairs - T::kHalo / 2 &&
                     columns.line >= T::kHalo && columns.line < T::kLines - T::kHalo && x < n &&
                     y < n;
    columns.beyond_walls = x < 0 || x >= n || y < 0 || y >= n;
    columns.odd = y & 1;
    columns.offset = modulo(y, n) * n + modulo(x, n);
    const int faces = (y == 0) + (y == n - 1);
    const int even_x = faces + (x == 0), odd_x = faces + (x + 1 == n - 1);
    columns.walls[0] = columns.odd ? odd_x : even_x;
    columns.walls[1] = columns.odd ? even_x : odd_x;
  }
  // In shared memory: the pair beside member m's far side, and those in the lines before and after.
  // At the edge of the halo a thread takes its own, which is wrong and does not matter.
  const int self = threadIdx.x;
  const int left = columns.pair > 0 ? self - 1 : self;
  const int right = columns.pair < T::kPairs - 1 ? self + 1 : self;
  const int beside[2] = {columns.odd ? right : left, columns.odd ? left : right};
  const int before = columns.line > 0 ? self - T::kPairs : self;
  const int after = columns.line < T::kLines - 1 ? self + T::kPairs : self;

  const int z0 = blockIdx.z * pass.chunk, z1 = min(z0 + pass.chunk, n);
  wait_for_previous();
  // By plane modulo kRing. The right-hand side is needed one step after the solution.
  Pair<Real> u[T::kRing] = {}, f[T::kRing] = {};
#pragma unroll
  for (int ahead = 0; ahead < T::kAhead; ++ahead) {
    u[ahead] = columns.load(pass.u, z0 - T::kHalo + ahead);
    if (ahead + 1 < T::kAhead) f[ahead] = columns.load(pass.rhs, z0 - T::kHalo + ahead);
  }
  const int end = z1 + T::kHalo;
  for (int z = z0 - T::kHalo; z < end; z += T::kRing) {
#pragma unroll
    for (int s = 0; s < T::kRing; ++s) {
      if (z + s >= end) break;
      constexpr int kRing = T::kRing;
      const auto slot = [s](int behind) { return (s - behind + 2 * kRing) % kRing; };
      const int member = s % 2 == 0 ? 1 : 0;  // z0, the halo and the ring are even
      const int at = s % 2, previous = 1 - at;
      if (z + s + T::kAhead < end) u[slot(-T::kAhead)] = columns.load(pass.u, z + s + T::kAhead);
      f[slot(1 - T::kAhead)] = columns.load(pass.rhs, z + s + T::kAhead - 1);
      u[slot(0)] = columns.swapped_if_odd(u[slot(0)]);
      f[slot(1)] = columns.swapped_if_odd(f[slot(1)]);
      // All that other threads left in the step before, at once; the half sweeps then follow from
      // each other through the planes above alone.
      Real around[T::kHalves];
#pragma unroll
      for (int h = 0; h < T::kHalves; ++h) {
        const Real* const seen = exchanged[previous][h];
        around[h] = seen[beside[member]] + (seen[before] + seen[after]);
      }
      exchanged[at][0][self] = u[slot(0)].at[member];
#pragma unroll
      for (int h = 0; h < T::kHalves; ++h) {
        const int plane = z + s - 1 - h;
        Pair<Real>& own = u[slot(1 + h)];
        const Real neighbours =
            (around[h] + own.at[1 - member]) + u[slot(h + 2)].at[member] + u[slot(h)].at[member];
        own.at[member] = relaxed(neighbours, columns.inverse_diagonal(member, plane),
                                 own.at[member], f[slot(1 + h)].at[member], columns.omega(plane));
        if (h + 1 < T::kHalves) exchanged[at][h + 1][self] = own.at[member];
      }
      const int done = z + s - T::kHalves;
      if (columns.inside && done >= z0 && done < z1) columns.store(u[slot(T::kHalves)], done);
      __syncthreads();
    }
  }
}

template <typename Real, int kSweeps, int kWidth, int kRows>
void run(Level<Real>& level, const Relaxation<Real>& how, const Stream& stream) {
  using T = Tile<Real, kSweeps, kWidth, kRows>;
  const int n = level.n;
  const auto parts = [n](int part) { return static_cast<unsigned>((n + part - 1) / part); };
  // As many planes a block as leave one block for each multiprocessor, or two small ones; even.
  const int blocks = n >= 128 && T::kThreads <= 512 ? 256 : 128;
  const int tiles = static_cast<int>(parts(kWidth) * parts(kRows));
  const int chunk = max(4, min(128, n * tiles / blocks)) & ~1;
  const Grid grid{dim3(parts(kWidth), parts(kRows), parts(chunk)), dim3(T::kThreads)};
  const Pass<Real> pass{level.zero ? nullptr : level.u.data(),
                        level.rhs.data(),
                        level.next.data(),
                        n,
                        chunk,
                        how.omega};
  launch_early(how.walls ? sweeps_kernel<Real, T, true> : sweeps_kernel<Real, T, false>, grid,
               stream, pass);
  std::swap(level.u, level.next);
  level.zero = false;
}

}  // namespace

template <typename Real>
void smooth_red_black(Level<Real>& level, int sweeps, const Relaxation<Real>& how,
                      const Stream& stream) {
  if (smooth_in_cluster(level, sweeps, how, stream)) return;
  // Wide tiles waste less of their halo; registers and, on small meshes, the number of tiles forbid
  // them.
  const bool wide = sizeof(Real) == 4 && level.n >= 128 && !how.walls;
  for (int fused = 0; sweeps > 0; sweeps -= fused) {
    fused = min(sweeps, 2);
    if (fused == 1)
      run<Real, 1, 32, 16>(level, how, stream);
    else if (!wide)
      run<Real, 2, 32, 16>(level, how, stream);
    else if constexpr (sizeof(Real) == 4)
      run<Real, 2, 64, 16>(level, how, stream);
  }
}

template void smooth_red_black(Level<float>&, int, const Relaxation<float>&, const Stream&);
template void smooth_red_black(Level<double>&, int, const Relaxation<double>&, const Stream&);

}  // namespace tycho::gpu::particle_mesh
