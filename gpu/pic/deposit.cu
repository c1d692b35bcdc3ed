// q += charge times the linear weights of every particle (decyk2009, Parallel Charge Deposits): a
// thread sums over the particles of a cell in registers, then adds to its own grid points, of which
// those that two cells share are carried from cell to cell.
#include "core/formulas/pic_weights.hpp"
#include "gpu/pic/ordered_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

constexpr int kAtOnce = 4;  // independent loads under way

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
    for (int slot = 0; slot < count; slot += kAtOnce) {
      const Real* const first = particles.coordinates + particles.at(thread, k, slot);
      Real x[kAtOnce], y[kAtOnce];
#pragma unroll
      for (int u = 0; u < kAtOnce; ++u) {
        const bool used = slot + u < count;
        x[u] = used ? __ldcs(first + 4 * u * threads) : Real(0);
        y[u] = used ? __ldcs(first + (4 * u + 1) * threads) : Real(0);
      }
#pragma unroll
      for (int u = 0; u < kAtOnce; ++u) {
        if (slot + u >= count) continue;
        const auto w = tycho::pic::linear_weights(x[u], y[u], charge);
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
void deposit(const OrderedView<Real>& particles, Real* q, Real charge, int block, const Halt& halt,
             const Stream& stream) {
  launch(deposit_kernel<Real>, cover(particles.threads(), block), stream, particles, q, charge,
         halt);
}

template void deposit(const OrderedView<float>&, float*, float, int, const Halt&, const Stream&);
template void deposit(const OrderedView<double>&, double*, double, int, const Halt&, const Stream&);

}  // namespace tycho::gpu::pic
