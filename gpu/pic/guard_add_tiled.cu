// The charge at a grid point is the sum over the tiles whose sums reach it: its own tile, and near
// the edges the tiles beside it. One thread a grid point, so that the order of the sum is fixed.
#include "gpu/pic/charge_sums.hpp"
#include "gpu/pic/tile_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

template <typename Real, typename Sum>
__global__ void guard_add_kernel(TileGrid grid, const Sum* __restrict__ sums, Real* density,
                                 double charge, Halt halt) {
  const bool halted = halt.before_this();
  const int n = blockIdx.x * blockDim.x + threadIdx.x, nx = grid.nx();
  if (n >= nx * grid.ny()) return;
  const int i = n % nx, j = n / nx;
  const int tile = i / grid.side_x + grid.tiles_x * (j / grid.side_y);
  const int in_x = i % grid.side_x, in_y = j % grid.side_y;
  // Whole sums of tiles are added as whole numbers of 64 bits.
  using Total = std::conditional_t<kWholeSums<Sum>, long long, Sum>;
  using Signed =
      std::conditional_t<kWholeSums<Sum>, std::make_signed<Sum>, std::type_identity<Sum>>;
  Total total = 0;
  for (int b = -1; b <= 1; ++b) {
    const int y = in_y - b * grid.side_y + TileGrid::kBefore;  // seen from the tile beside
    if (y < 0 || y >= grid.sums_y()) continue;
    for (int a = -1; a <= 1; ++a) {
      const int x = in_x - a * grid.side_x + TileGrid::kBefore;
      if (x < 0 || x >= grid.sums_x()) continue;
      const std::int64_t first = static_cast<std::int64_t>(grid.beside(tile, a, b)) * grid.sums();
      total += static_cast<typename Signed::type>(sums[first + y * grid.sums_x() + x]);
    }
  }
  if (!halted) density[n] = static_cast<Real>(charge * static_cast<double>(total));
}

}  // namespace

template <typename Real, typename Sum>
void guard_add(const TileGrid& grid, const Sum* sums, Real* density, double charge,
               const Halt& halt, const Stream& stream) {
  launch(guard_add_kernel<Real, Sum>, cover(std::int64_t{grid.nx()} * grid.ny()), stream, grid,
         sums, density, charge, halt);
}

#define TYCHO_INSTANTIATE(Real, Sum) \
  template void guard_add(const TileGrid&, const Sum*, Real*, double, const Halt&, const Stream&);
TYCHO_INSTANTIATE(float, unsigned)
TYCHO_INSTANTIATE(float, unsigned long long)
TYCHO_INSTANTIATE(float, float)
TYCHO_INSTANTIATE(double, unsigned long long)
TYCHO_INSTANTIATE(double, double)
#undef TYCHO_INSTANTIATE

}  // namespace tycho::gpu::pic
