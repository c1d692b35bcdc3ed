// Particles that leave a tile, into the tile they go to (decyk2009, Parallel Particle Sorting, with
// a tile of cells instead of a thread's).
#include "gpu/pic/tile_reorder.hpp"
#include "gpu/pic/tile_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

constexpr int kThreads = 256;
constexpr std::size_t kSharedLists = 32 * 1024 / sizeof(int);

template <typename Real>
__global__ void __launch_bounds__(kThreads)
    reorder_kernel(TilesView<Real> tiles, int* lists, Halt halt) {
  extern __shared__ int shared_lists[];
  __shared__ ReorderScratch scratch;
  if (halt.before_this()) return;
  if (threadIdx.x == 0) scratch = {};
  __syncthreads();
  const int tile = blockIdx.x;
  int* const own = lists
                       ? lists + static_cast<std::int64_t>(tile) * reorder_lists(tiles.out_capacity)
                       : shared_lists;
  reorder_tile(tiles, tile, Team{}, scratch, own, halt);
}

template <typename Real>
__global__ void copy_tiles_kernel(TilesView<Real> from, TilesView<Real> to) {
  const int tile = blockIdx.x, count = from.counts[tile];
  for (int s = threadIdx.x; s < count; s += blockDim.x) {
    to.particles[to.segment(tile) + s] = from.particles[from.segment(tile) + s];
    to.ids[to.segment(tile) + s] = from.ids[from.segment(tile) + s];
  }
  const int departures = min(from.out_counts[tile], from.out_capacity);
  for (int e = threadIdx.x; e < departures; e += blockDim.x) {
    to.out_particles[to.out_segment(tile) + e] = from.out_particles[from.out_segment(tile) + e];
    to.out_ids[to.out_segment(tile) + e] = from.out_ids[from.out_segment(tile) + e];
    to.out_slots[to.out_segment(tile) + e] = from.out_slots[from.out_segment(tile) + e];
  }
  if (threadIdx.x != 0) return;
  to.counts[tile] = count;
  to.out_counts[tile] = from.out_counts[tile];
  to.arrived[tile] = from.arrived[tile];
}

}  // namespace

bool reorder_in_shared_memory(int out_capacity) {
  return reorder_lists(out_capacity) <= kSharedLists;
}

template <typename Real>
void reorder(const TilesView<Real>& tiles, int* lists, const Halt& halt, const Stream& stream) {
  const bool shared = reorder_in_shared_memory(tiles.out_capacity);
  Grid grid{dim3(tiles.grid.tiles()), dim3(kThreads)};
  if (shared) grid.shared_bytes = reorder_lists(tiles.out_capacity) * sizeof(int);
  launch(reorder_kernel<Real>, grid, stream, tiles, shared ? nullptr : lists, halt);
}

template <typename Real>
void copy_tiles(const TilesView<Real>& from, const TilesView<Real>& to, const Stream& stream) {
  launch(copy_tiles_kernel<Real>, {dim3(from.grid.tiles()), dim3(256)}, stream, from, to);
}

template void reorder(const TilesView<float>&, int*, const Halt&, const Stream&);
template void reorder(const TilesView<double>&, int*, const Halt&, const Stream&);
template void copy_tiles(const TilesView<float>&, const TilesView<float>&, const Stream&);
template void copy_tiles(const TilesView<double>&, const TilesView<double>&, const Stream&);

}  // namespace tycho::gpu::pic
