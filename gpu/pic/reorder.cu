// Particles that have left their cell, into the group they now belong to (decyk2009, Parallel
// Particle Sorting): two kernels, since all threads must have filled their buffers before any
// collects from them.
#include "gpu/pic/ordered_reorder.hpp"
#include "gpu/pic/ordered_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

template <typename Real>
__global__ void reorder_within_kernel(OrderedView<Real> particles, Halt halt) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= particles.partition.threads || halt.before_this()) return;
  reorder_within(particles, thread, halt);
}

template <typename Real>
__global__ void reorder_between_kernel(OrderedView<Real> particles, Halt halt) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= particles.partition.threads || halt.before_this()) return;
  reorder_between(particles, thread, halt);
}

template <typename Real>
__global__ void copy_ordered_kernel(OrderedView<Real> from, OrderedView<Real> to) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < from.partition.threads) copy_thread(from, to, thread);
}

}  // namespace

template <typename Real>
void reorder_within(const OrderedView<Real>& particles, int threads_per_block, const Halt& halt,
                    const Stream& stream) {
  launch(reorder_within_kernel<Real>, cover(particles.threads(), threads_per_block), stream,
         particles, halt);
}

template <typename Real>
void reorder_between(const OrderedView<Real>& particles, int threads_per_block, const Halt& halt,
                     const Stream& stream) {
  launch(reorder_between_kernel<Real>, cover(particles.threads(), threads_per_block), stream,
         particles, halt);
}

template <typename Real>
void copy_ordered(const OrderedView<Real>& from, const OrderedView<Real>& to,
                  const Stream& stream) {
  launch(copy_ordered_kernel<Real>, cover(from.threads(), 128), stream, from, to);
}

#define TYCHO_INSTANTIATE(Real)                                                             \
  template void reorder_within(const OrderedView<Real>&, int, const Halt&, const Stream&);  \
  template void reorder_between(const OrderedView<Real>&, int, const Halt&, const Stream&); \
  template void copy_ordered(const OrderedView<Real>&, const OrderedView<Real>&, const Stream&);
TYCHO_INSTANTIATE(float)
TYCHO_INSTANTIATE(double)
#undef TYCHO_INSTANTIATE

}  // namespace tycho::gpu::pic
