// Guard cells are added while the charge is copied to an array without gaps (decyk2009, Field
// Solver): one thread for each point of the output, so that no two threads write to one point.
#include "gpu/pic/ordered_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

template <typename Real>
__global__ void guard_add_kernel(PartitionView p, const Real* __restrict__ q, Real* density,
                                 Halt halt) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= p.nx * p.ny || halt.before_this()) return;
  const int x = cell % p.nx, y = cell / p.nx;
  const int cells = p.cells;
  // The point belongs to four cells: it is the lower left corner of one, and so on.
  const auto corner_of = [&](int dx, int dy) {
    const int c =
        tycho::pic::wrapped_cell(x - dx, p.nx) + p.nx * tycho::pic::wrapped_cell(y - dy, p.ny);
    const int owner = p.owner(c);
    const int point = c - p.first[owner] + dx + dy * (cells + 1);
    return q[static_cast<std::int64_t>(point) * p.threads + owner];
  };
  const bool first_cell = cell == p.first[p.owner(cell)];  // else one thread's sum holds both
  Real sum = corner_of(0, 0);
  if (first_cell) sum += corner_of(1, 0);
  sum += corner_of(0, 1);
  if (first_cell) sum += corner_of(1, 1);
  density[cell] = sum;
}

}  // namespace

template <typename Real>
void guard_add(const PartitionView& partition, const Real* q, Real* density, const Halt& halt,
               const Stream& stream) {
  launch(guard_add_kernel<Real>, cover(std::int64_t{partition.nx} * partition.ny), stream,
         partition, q, density, halt);
}

template void guard_add(const PartitionView&, const float*, float*, const Halt&, const Stream&);
template void guard_add(const PartitionView&, const double*, double*, const Halt&, const Stream&);

}  // namespace tycho::gpu::pic
