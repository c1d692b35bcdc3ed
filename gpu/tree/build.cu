// Cells from the sorted keys, all levels at once (levels.hpp): each body says which cells begin at
// it. How many cells of its level begin before a cell is its index in the level, and the last cell
// of the level above that begins before it is its parent.
// The host's: core/tree/build.cpp.
#include "gpu/support/launch.hpp"
#include "gpu/support/warp.cuh"
#include "gpu/tree/bodies.hpp"
#include "gpu/tree/levels.hpp"

namespace tycho::gpu::tree {

namespace {

constexpr int kWarps = kBuildBlock / kWarp, kScanThreads = 1024;

__device__ bool begins(unsigned levels, int level) {
  return level >= static_cast<int>(levels & 0xff) && level <= static_cast<int>(levels >> 8);
}

/// Of the bodies of a thread block, for a level: in each warp, the bodies at which a cell begins.
using Ballots = unsigned[kLevels][kWarps];

__device__ void count_warp(unsigned levels, int lane, int warp, Ballots& ballots) {
  for (int level = 0; level < kLevels; ++level) {
    const unsigned ballot = __ballot_sync(kAllLanes, begins(levels, level));
    if (lane == 0) ballots[level][warp] = ballot;
  }
}

/// `levels` of every body, and how many cells of each level begin in a thread block.
template <typename Real>
__global__ void __launch_bounds__(kBuildBlock)
    levels_kernel(const TreeView<Real> tree, int leaf, const Halt halt) {
  if (halt.before_this()) return;
  extern __shared__ signed char windows[];  // of the bodies from `leaf` before the block on
  __shared__ Ballots ballots;
  const int first = blockIdx.x * kBuildBlock, i = first + threadIdx.x;
  for (int w = threadIdx.x; w < kBuildBlock + leaf; w += kBuildBlock)
    windows[w] =
        static_cast<signed char>(window_level(tree.keys, tree.bodies, leaf, first - leaf + w));
  __syncthreads();
  unsigned levels = 1;  // none
  if (i < tree.bodies) {
    int window = -1;
    for (int w = 0; w <= leaf; ++w)
      window = max(window, static_cast<int>(windows[threadIdx.x + w]));
    const Levels own = levels_from(tree.keys, i, window);
    if (own.last >= own.first) levels = own.first | own.last << 8;
    tree.levels[i] = static_cast<unsigned short>(levels);
  }
  count_warp(levels, threadIdx.x % kWarp, threadIdx.x / kWarp, ballots);
  __syncthreads();
  if (threadIdx.x < kLevels) {
    unsigned count = 0;
    for (int warp = 0; warp < kWarps; ++warp) count += __popc(ballots[threadIdx.x][warp]);
    tree.block_count[threadIdx.x * gridDim.x + blockIdx.x] = count;
  }
}

/// One thread block a level: from the counts of the build's thread blocks to their running sums.
__global__ void __launch_bounds__(kScanThreads)
    scan_kernel(unsigned* block_count, unsigned blocks, unsigned* level_count, const Halt halt) {
  if (halt.before_this()) return;
  __shared__ unsigned sums[kWarp];
  unsigned* const row = block_count + static_cast<std::size_t>(blockIdx.x) * blocks;
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  unsigned before = 0;
  for (unsigned first = 0; first < blocks; first += kScanThreads) {
    const unsigned b = first + threadIdx.x;
    const unsigned own = b < blocks ? row[b] : 0;
    unsigned sum = own;  // up to and with this lane
    for (int step = 1; step < kWarp; step *= 2) {
      const unsigned other = __shfl_up_sync(kAllLanes, sum, step);
      if (lane >= step) sum += other;
    }
    if (lane == kWarp - 1) sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
      unsigned total = sums[lane];
      for (int step = 1; step < kWarp; step *= 2) {
        const unsigned other = __shfl_up_sync(kAllLanes, total, step);
        if (lane >= step) total += other;
      }
      sums[lane] = total;
    }
    __syncthreads();
    if (b < blocks) row[b] = before + (warp > 0 ? sums[warp - 1] : 0) + sum - own;
    before += sums[kWarp - 1];
    __syncthreads();
  }
  if (threadIdx.x == 0) level_count[blockIdx.x] = before;
}

/// Begin, level, parent of every cell; a parent learns its first child and how many it has.
template <typename Real>
__global__ void __launch_bounds__(kBuildBlock)
    cells_kernel(const TreeView<Real> tree, const Halt halt) {
  if (halt.before_this()) return;
  __shared__ Ballots ballots;
  __shared__ unsigned base[kLevels][kWarps];  // cells before the warp's first
  __shared__ bool no_room;
  const int i = blockIdx.x * kBuildBlock + threadIdx.x;
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const unsigned levels = i < tree.bodies ? tree.levels[i] : 1u;
  count_warp(levels, lane, warp, ballots);
  __syncthreads();
  if (threadIdx.x < kLevels) {
    const int level = threadIdx.x;
    unsigned sum = tree.block_count[level * gridDim.x + blockIdx.x];
    for (int above = 0; above < level; ++above) sum += tree.level_count[above];
    for (int w = 0; w < kWarps; ++w) {
      base[level][w] = sum;
      sum += __popc(ballots[level][w]);
    }
  }
  if (threadIdx.x == kWarp) {  // of another warp than the sums
    unsigned cells = 0, depth = 0;
    for (int level = 0; level < kLevels; ++level) {
      cells += tree.level_count[level];
      if (tree.level_count[level] > 0) depth = level;
    }
    no_room = cells > tree.capacity;
    if (blockIdx.x == 0) {
      *tree.shape = {cells, 0, depth, 0};
      if (no_room) {
        halt.need().cells = cells;
        halt.raise();
      }
    }
  }
  __syncthreads();
  if (no_room) return;
  const unsigned below = (1u << lane) - 1;
  for (int level = static_cast<int>(levels & 0xff); level <= static_cast<int>(levels >> 8);
       ++level) {
    const unsigned cell = base[level][warp] + __popc(ballots[level][warp] & below);
    tree.begin[cell] = i;
    tree.level[cell] = static_cast<unsigned char>(level);
    if (level == 0) {
      tree.parent[cell] = cell;
      continue;
    }
    // The last cell of the level above that begins at this body or before it.
    const unsigned upper = ballots[level - 1][warp];
    const bool here = upper >> lane & 1;
    const unsigned parent = base[level - 1][warp] + __popc(upper & below) + here - 1;
    tree.parent[cell] = parent;
    if (here) tree.first_child[parent] = cell;
    atomicAdd(tree.children + parent, 1u);
  }
}

template <typename Real>
__global__ void link_kernel(const TreeView<Real> tree, const Halt halt) {
  if (halt.before_this()) return;
  const unsigned cell = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned leaf_bodies = 0;
  if (cell < tree.shape->cells) {
    const unsigned children = tree.children[cell];
    if (children > 0) {
      tree.link[cell] = {tree.first_child[cell], children};
    } else {
      const int begin = static_cast<int>(tree.begin[cell]);
      leaf_bodies = cell_end(tree.keys, tree.bodies, begin, tree.level[cell]) - begin;
      tree.link[cell] = {static_cast<unsigned>(begin), leaf_bodies | Link::kLeaf};
    }
  }
  const unsigned leaves = __popc(__ballot_sync(kAllLanes, leaf_bodies > 0));
  const unsigned largest = most_of_warp(leaf_bodies);
  if (threadIdx.x % kWarp == 0 && leaves > 0) {
    atomicAdd(&tree.shape->leaves, leaves);
    atomicMax(&tree.shape->largest_leaf, largest);
  }
}

}  // namespace

template <typename Real>
void build(const TreeView<Real>& tree, int leaf, Launches& launches, const Stream& stream) {
  const Halt halt = launches.next();
  Grid grid = cover(tree.bodies, kBuildBlock);
  const unsigned blocks = grid.blocks.x;
  // Memory that only this stage uses: a stopped stage may lose it.
  TYCHO_CUDA(cudaMemsetAsync(tree.children, 0, tree.capacity * sizeof(unsigned), stream.get()));
  grid.shared_bytes = kBuildBlock + leaf;
  launch(levels_kernel<Real>, grid, stream, tree, leaf, halt);
  launch(scan_kernel, {kLevels, kScanThreads}, stream, tree.block_count, blocks, tree.level_count,
         halt);
  grid.shared_bytes = 0;
  launch(cells_kernel<Real>, grid, stream, tree, halt);
  // Another number: it does nothing where the cells found no room.
  launch(link_kernel<Real>, cover(tree.capacity), stream, tree, launches.next());
}

template void build(const TreeView<float>&, int, Launches&, const Stream&);
template void build(const TreeView<double>&, int, Launches&, const Stream&);

}  // namespace tycho::gpu::tree
