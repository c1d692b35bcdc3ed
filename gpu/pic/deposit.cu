// q += charge times the linear weights of every particle (decyk2009, Parallel Charge Deposits): a
// thread sums over the particles of a cell in registers, then adds to its own grid points, of which
// the corners that two cells share are carried from cell to cell.
#include "core/formulas/pic_weights.hpp"
#include "gpu/pic/ordered_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

constexpr int kAtOnce = 8;

/// The positions of some particles of a group, loaded while the particles before them are worked
/// on.
template <typename Real>
struct Batch {
  Real x[kAtOnce], y[kAtOnce];

  /// Beyond the last, the last again, and of an empty group its first slot: no branch.
  __device__ Batch(const Real* first, int slot, int count, std::int64_t threads) {
#pragma unroll
    for (int u = 0; u < kAtOnce; ++u) {
      const Real* const at = first + 4 * max(min(slot + u, count - 1), 0) * threads;
      x[u] = __ldcs(at);
      y[u] = __ldcs(at + threads);
    }
  }
};

template <typename Real>
__global__ void deposit_kernel(OrderedView<Real> particles, Real* q, Real charge, Halt halt) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= particles.partition.threads || halt.before_this()) return;
  const int cells = particles.partition.cells;
  const std::int64_t threads = particles.threads();
  Real lower = 0, upper = 0;  // of the grid points shared with the cell before
  for (int k = 0; k < cells; ++k) {
    tycho::pic::Corners<Real> sum{};
    const int count = particles.counts[particles.group(thread, k)];
    const Real* const first = particles.coordinates + particles.at(thread, k, 0);
    Batch<Real> next(first, 0, count, threads);
    for (int slot = 0; slot < count; slot += kAtOnce) {
      const Batch<Real> now = next;
      if (slot + kAtOnce < count) next = Batch<Real>(first, slot + kAtOnce, count, threads);
#pragma unroll
      for (int u = 0; u < kAtOnce; ++u) {
        const auto w =
            tycho::pic::linear_weights(now.x[u], now.y[u], slot + u < count ? charge : Real(0));
        sum.ll += w.ll;
        sum.ul += w.ul;
        sum.lu += w.lu;
        sum.uu += w.uu;
      }
    }
    q[k * threads + thread] = lower + sum.ll;
    q[(k + cells + 1) * threads + thread] = upper + sum.lu;
    lower = sum.ul;
    upper = sum.uu;
  }
  q[cells * threads + thread] = lower;
  q[(2 * cells + 1) * threads + thread] = upper;
}

}  // namespace

template <typename Real>
void deposit(const OrderedView<Real>& particles, Real* q, Real charge, int threads_per_block,
             const Halt& halt, const Stream& stream) {
  launch(deposit_kernel<Real>, cover(particles.threads(), threads_per_block), stream, particles, q,
         charge, halt);
}

template void deposit(const OrderedView<float>&, float*, float, int, const Halt&, const Stream&);
template void deposit(const OrderedView<double>&, double*, double, int, const Halt&, const Stream&);

}  // namespace tycho::gpu::pic
