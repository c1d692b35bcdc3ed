// The field on every thread's own grid points, guard cells included (decyk2009, Parallel Particle
// Push): one thread for each value, threads of the push fastest.
#include "gpu/pic/ordered_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

template <typename Real>
__global__ void guard_copy_kernel(PartitionView p, FieldView<Real> field, Real* f, Halt halt) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, point = blockIdx.y;
  if (thread >= p.threads || halt.before_this()) return;
  const int row = point / (p.cells + 1), first = p.first[thread];
  const int x = tycho::pic::wrapped_cell(first % p.nx + point % (p.cells + 1), p.nx);
  const int y = tycho::pic::wrapped_cell(first / p.nx + row, p.ny);
  const std::int64_t at = y * field.row + x * field.step;
  Real* const to = f + 2 * static_cast<std::int64_t>(point) * p.threads + thread;
  to[0] = field.x[at];
  to[p.threads] = field.y[at];
}

}  // namespace

template <typename Real>
void guard_copy(const PartitionView& partition, const FieldView<Real>& field, Real* f,
                const Halt& halt, const Stream& stream) {
  Grid grid = cover(partition.threads);
  grid.blocks.y = static_cast<unsigned>(partition.points());
  launch(guard_copy_kernel<Real>, grid, stream, partition, field, f, halt);
}

template void guard_copy(const PartitionView&, const FieldView<float>&, float*, const Halt&,
                         const Stream&);
template void guard_copy(const PartitionView&, const FieldView<double>&, double*, const Halt&,
                         const Stream&);

}  // namespace tycho::gpu::pic
