// The stage of this name but for the particles that arrive, which are in reorder_tiled.cu.
//
// One pass over the particles of a tile: the field of the tile in shared memory moves each particle
// (decyk2009, Parallel Particle Push), its charge goes to where it is then, into shared memory too,
// and if it leaves the tile it is put on the list of departures.
#include "core/formulas/pic_push.hpp"
#include "core/formulas/pic_weights.hpp"
#include "gpu/pic/charge_sums.hpp"
#include "gpu/pic/tile_reorder.hpp"
#include "gpu/pic/tile_stages.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::pic {

namespace {

using tycho::pic::Corners;

constexpr int kMostThreads = 1024;

template <typename Real>
struct alignas(2 * sizeof(Real)) Pair {
  Real x, y;
};

/// Particles pass once a step: they leave the cache to what is used again.
template <typename Real>
__device__ TileParticle<Real> load_particle(const TileParticle<Real>* from) {
  TileParticle<Real> p;
  uint4 raw[sizeof(p) / sizeof(uint4)];
#pragma unroll
  for (std::size_t q = 0; q < sizeof(p) / sizeof(uint4); ++q)
    raw[q] = __ldcs(reinterpret_cast<const uint4*>(from) + q);
  memcpy(&p, raw, sizeof(p));
  return p;
}
template <typename Real>
__device__ void store_particle(const TileParticle<Real>& p, TileParticle<Real>* to) {
  uint4 raw[sizeof(p) / sizeof(uint4)];
  memcpy(raw, &p, sizeof(p));
#pragma unroll
  for (std::size_t q = 0; q < sizeof(p) / sizeof(uint4); ++q)
    __stcs(reinterpret_cast<uint4*>(to) + q, raw[q]);
}

/// Shared memory of a block: the field at the tile's grid points, then its sums of charge.
template <typename Real, typename Sum>
struct TileMemory {
  Pair<Real>* field;
  Sum* sums;

  __device__ TileMemory(unsigned char* raw, const TileGrid& grid, bool with_field)
      : field(reinterpret_cast<Pair<Real>*>(raw)),
        sums(reinterpret_cast<Sum*>(field + (with_field ? grid.points() : 0))) {}

  static std::size_t bytes(const TileGrid& grid, bool with_field) {
    return (with_field ? grid.points() * sizeof(Pair<Real>) : 0) + grid.sums() * sizeof(Sum);
  }
};

template <typename Real>
__device__ void load_field(Pair<Real>* to, const FieldView<Real>& field, const TileGrid& grid,
                           int tile) {
  const int width = grid.side_x + 1, points = grid.points();
  const int left = tile % grid.tiles_x * grid.side_x, lower = tile / grid.tiles_x * grid.side_y;
  for (int n = threadIdx.x; n < points; n += blockDim.x) {
    int i = left + n % width, j = lower + n / width;
    if (i == grid.nx()) i = 0;
    if (j == grid.ny()) j = 0;
    const std::int64_t at = j * field.row + i * field.step;
    to[n] = {field.x[at], field.y[at]};
  }
}

/// Adds the charge of a particle at (x, y), seen from the tile that sums it, one cell beyond its
/// edges at most.
template <typename Real, typename Sum>
__device__ void add_charge(Sum* sums, int pitch, Fixed<Real> x, Fixed<Real> y, Real one) {
  const Corners<Sum> share = shares<Sum>(fraction_of<Real>(x), fraction_of<Real>(y), one);
  Sum* const corner = sums + (cell_of<Real>(y) + TileGrid::kBefore) * pitch +
                      (cell_of<Real>(x) + TileGrid::kBefore);
  atomicAdd(corner, share.ll);
  atomicAdd(corner + 1, share.ul);
  atomicAdd(corner + pitch, share.lu);
  atomicAdd(corner + pitch + 1, share.uu);
}

/// Writes a tile's sums out; whole ones must add up to the particles of the tile.
template <typename Real, typename Sum>
__device__ void write_sums(const Sum* sums, Sum* to, const TileGrid& grid, int tile, int particles,
                           Real one, const Halt& halt) {
  to += static_cast<std::int64_t>(tile) * grid.sums();
  double total = 0;
  for (int n = threadIdx.x; n < grid.sums(); n += blockDim.x) {
    const Sum sum = sums[n];
    to[n] = sum;
    if constexpr (kWholeSums<Sum>) total += signed_sum(sum);
  }
  if constexpr (kWholeSums<Sum>) {
    __shared__ double of_warp[kMostThreads / kWarp];
#pragma unroll
    for (int distance = kWarp / 2; distance > 0; distance /= 2)
      total += __shfl_xor_sync(kAllLanes, total, distance);
    if (threadIdx.x % kWarp == 0) of_warp[threadIdx.x / kWarp] = total;
    __syncthreads();
    if (threadIdx.x != 0) return;
    total = 0;
    for (unsigned w = 0; w < blockDim.x / kWarp; ++w) total += of_warp[w];
    // A sum that has wrapped is out by 2^32 or 2^64, always the same way; in double the rest is
    // exact, or far better than that.
    const double wrap = sizeof(Sum) == 4 ? 0x1p32 : 0x1p64;
    if (fabs(total - static_cast<double>(particles) * static_cast<double>(one)) > wrap / 4)
      sums_full(halt);
  }
}

template <typename Real, typename Sum>
__global__ void __launch_bounds__(kMostThreads)
    push_deposit_kernel(TilesView<Real> tiles, FieldView<Real> field, Sum* tile_sums, Real dt,
                        Real one, Halt halt) {
  extern __shared__ __align__(16) unsigned char raw[];
  __shared__ int departures;
  __shared__ unsigned too_fast;
  const bool halted = halt.before_this();  // known by the time that all below is loaded
  const TileGrid grid = tiles.grid;
  const TileMemory<Real, Sum> memory(raw, grid, true);
  const int tile = blockIdx.x, count = tiles.counts[tile];
  const Team team;

  load_field(memory.field, field, grid, tile);
  TileParticle<Real>* const particles = tiles.particles + tiles.segment(tile);
  int slot = threadIdx.x;
  TileParticle<Real> next;
  if (slot < count) next = load_particle(particles + slot);
  for (int n = threadIdx.x; n < grid.sums(); n += blockDim.x) memory.sums[n] = Sum(0);
  if (threadIdx.x == 0) departures = too_fast = 0;
  __syncthreads();
  if (halted) return;

  const Fixed<Real> side_x = grid.side_x * kCell<Real>, side_y = grid.side_y * kCell<Real>;
  const int width = grid.side_x + 1, pitch = grid.sums_x();
  for (; slot < count; slot += blockDim.x) {
    TileParticle<Real> p = next;
    const int after = slot + blockDim.x;
    if (after < count) next = load_particle(particles + after);

    const int cell_x = cell_of<Real>(p.x), cell_y = cell_of<Real>(p.y);
    const Real dx = fraction_of<Real>(p.x), dy = fraction_of<Real>(p.y);
    const Pair<Real>* const at = memory.field + cell_y * width + cell_x;
    const Pair<Real> ll = at[0], ul = at[1], lu = at[width], uu = at[width + 1];
    p.vx = tycho::pic::kicked(
        p.vx, tycho::pic::interpolated(Corners<Real>{ll.x, ul.x, lu.x, uu.x}, dx, dy), dt);
    p.vy = tycho::pic::kicked(
        p.vy, tycho::pic::interpolated(Corners<Real>{ll.y, ul.y, lu.y, uu.y}, dx, dy), dt);

    const Fixed<Real> x = p.x + step_of(p.vx, dt), y = p.y + step_of(p.vy, dt);
    const bool followed = near_enough(p.vx, dt) && near_enough(p.vy, dt) &&
                          abs(cell_of<Real>(x) - cell_x) <= 1 &&
                          abs(cell_of<Real>(y) - cell_y) <= 1;
    if (!followed) {  // stays where it is, for the host to refuse
      atomicAdd(&too_fast, 1u);
      store_particle(p, particles + slot);
      continue;
    }
    add_charge(memory.sums, pitch, x, y, one);
    p.x = x;
    p.y = y;
    const int go_x = leave(p.x, side_x), go_y = leave(p.y, side_y);
    store_particle(p, particles + slot);
    if ((go_x | go_y) != 0) depart(tiles, tile, slot, way(go_x, go_y), p, departures, team);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    close_list(tiles, tile, departures, halt);
    if (too_fast) met_too_fast(halt, too_fast);
  }
  write_sums(memory.sums, tile_sums, grid, tile, count - static_cast<int>(too_fast), one, halt);
}

/// Only the charge. After a push, and before the reorder, particles that have left are still in
/// the tile they came from.
template <typename Real, typename Sum>
__global__ void __launch_bounds__(kMostThreads)
    deposit_kernel(TilesView<Real> tiles, Sum* tile_sums, Real dt, Real one, bool after_push,
                   Halt halt) {
  extern __shared__ __align__(16) unsigned char raw[];
  if (halt.before_this()) return;
  const TileGrid grid = tiles.grid;
  const TileMemory<Real, Sum> memory(raw, grid, false);
  const int tile = blockIdx.x, count = tiles.counts[tile];
  for (int n = threadIdx.x; n < grid.sums(); n += blockDim.x) memory.sums[n] = Sum(0);
  __syncthreads();
  const TileParticle<Real>* const particles = tiles.particles + tiles.segment(tile);
  const Fixed<Real> side_x = grid.side_x * kCell<Real>, side_y = grid.side_y * kCell<Real>;
  for (int slot = threadIdx.x; slot < count; slot += blockDim.x) {
    const TileParticle<Real> p = load_particle(particles + slot);
    Fixed<Real> x = p.x, y = p.y;
    if (after_push) {
      x += side_x * has_left(p.x, step_of(p.vx, dt), side_x);
      y += side_y * has_left(p.y, step_of(p.vy, dt), side_y);
    }
    add_charge(memory.sums, grid.sums_x(), x, y, one);
  }
  __syncthreads();
  write_sums(memory.sums, tile_sums, grid, tile, count, one, halt);
}

/// Makes the list of departures again, after it was found too short.
template <typename Real>
__global__ void list_departures_kernel(TilesView<Real> tiles, Real dt, Halt halt) {
  __shared__ int departures;
  if (halt.before_this()) return;
  const int tile = blockIdx.x, count = tiles.counts[tile];
  const Team team;
  if (threadIdx.x == 0) departures = 0;
  __syncthreads();
  const TileParticle<Real>* const particles = tiles.particles + tiles.segment(tile);
  const Fixed<Real> side_x = tiles.grid.side_x * kCell<Real>;
  const Fixed<Real> side_y = tiles.grid.side_y * kCell<Real>;
  for (int slot = threadIdx.x; slot < count; slot += blockDim.x) {
    const TileParticle<Real> p = particles[slot];
    const int go_x = has_left(p.x, step_of(p.vx, dt), side_x);
    const int go_y = has_left(p.y, step_of(p.vy, dt), side_y);
    if ((go_x | go_y) != 0) depart(tiles, tile, slot, way(go_x, go_y), p, departures, team);
  }
  __syncthreads();
  if (threadIdx.x == 0) close_list(tiles, tile, departures, halt);
}

}  // namespace

template <typename Real, typename Sum>
void push_deposit(const TilesView<Real>& tiles, const FieldView<Real>& field, Sum* sums, Real dt,
                  Real one, int threads, const Halt& halt, const Stream& stream) {
  Grid grid{dim3(tiles.grid.tiles()), dim3(threads)};
  grid.shared_bytes = TileMemory<Real, Sum>::bytes(tiles.grid, true);
  allow_shared_memory(push_deposit_kernel<Real, Sum>, grid.shared_bytes);
  launch(push_deposit_kernel<Real, Sum>, grid, stream, tiles, field, sums, dt, one, halt);
}

template <typename Real, typename Sum>
void deposit(const TilesView<Real>& tiles, Sum* sums, Real dt, Real one, bool after_push,
             int threads, const Halt& halt, const Stream& stream) {
  Grid grid{dim3(tiles.grid.tiles()), dim3(threads)};
  grid.shared_bytes = TileMemory<Real, Sum>::bytes(tiles.grid, false);
  allow_shared_memory(deposit_kernel<Real, Sum>, grid.shared_bytes);
  launch(deposit_kernel<Real, Sum>, grid, stream, tiles, sums, dt, one, after_push, halt);
}

template <typename Real>
void list_departures(const TilesView<Real>& tiles, Real dt, int threads, const Halt& halt,
                     const Stream& stream) {
  launch(list_departures_kernel<Real>, {dim3(tiles.grid.tiles()), dim3(threads)}, stream, tiles, dt,
         halt);
}

#define TYCHO_INSTANTIATE(Real, Sum)                                                           \
  template void push_deposit(const TilesView<Real>&, const FieldView<Real>&, Sum*, Real, Real, \
                             int, const Halt&, const Stream&);                                 \
  template void deposit(const TilesView<Real>&, Sum*, Real, Real, bool, int, const Halt&,      \
                        const Stream&);
TYCHO_INSTANTIATE(float, unsigned)
TYCHO_INSTANTIATE(float, unsigned long long)
TYCHO_INSTANTIATE(float, float)
TYCHO_INSTANTIATE(double, unsigned long long)
TYCHO_INSTANTIATE(double, double)
#undef TYCHO_INSTANTIATE
template void list_departures(const TilesView<float>&, float, int, const Halt&, const Stream&);
template void list_departures(const TilesView<double>&, double, int, const Halt&, const Stream&);

}  // namespace tycho::gpu::pic
