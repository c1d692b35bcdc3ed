// v += (q/m) E dt, x += v dt (decyk2009, Parallel Particle Push): the field at the corners of a
// cell is read once and used for all particles of its group. Offsets may leave the cell; the
// reorder brings them back.
#include "core/formulas/pic_push.hpp"
#include "core/formulas/pic_weights.hpp"
#include "gpu/pic/ordered_stages.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

constexpr int kAtOnce = 4;  // independent loads under way

template <typename Real>
__global__ void push_kernel(OrderedView<Real> particles, const Real* __restrict__ f, Real dt,
                            Halt halt) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= particles.partition.threads || halt.before_this()) return;
  const int cells = particles.partition.cells;
  const std::int64_t threads = particles.threads();
  using Corners = tycho::pic::Corners<Real>;
  for (int k = 0; k < cells; ++k) {
    const auto corners = [&](int component) {
      const auto at = [&](int point) { return f[(2 * point + component) * threads + thread]; };
      return Corners{at(k), at(k + 1), at(k + cells + 1), at(k + cells + 2)};
    };
    const Corners field_x = corners(0), field_y = corners(1);
    const int count = particles.counts[particles.group(thread, k)];
    Real* const first = particles.coordinates + particles.at(thread, k, 0);
    for (int slot = 0; slot < count; slot += kAtOnce) {
      Real c[kAtOnce][4];
#pragma unroll
      for (int u = 0; u < kAtOnce; ++u)  // beyond the last, the last again: no branch
#pragma unroll
        for (int a = 0; a < 4; ++a)
          c[u][a] = __ldcs(first + (4 * min(slot + u, count - 1) + a) * threads);
#pragma unroll
      for (int u = 0; u < kAtOnce; ++u) {
        if (slot + u >= count) continue;
        const auto [x, y, vx, vy] = c[u];
        const Real new_vx = tycho::pic::kicked(vx, tycho::pic::interpolated(field_x, x, y), dt);
        const Real new_vy = tycho::pic::kicked(vy, tycho::pic::interpolated(field_y, x, y), dt);
        Real* const to = first + 4 * (slot + u) * threads;
        __stcs(to, tycho::pic::moved(x, new_vx, dt));
        __stcs(to + threads, tycho::pic::moved(y, new_vy, dt));
        __stcs(to + 2 * threads, new_vx);
        __stcs(to + 3 * threads, new_vy);
      }
    }
  }
}

}  // namespace

template <typename Real>
void push(const OrderedView<Real>& particles, const Real* f, Real dt, int threads_per_block,
          const Halt& halt, const Stream& stream) {
  launch(push_kernel<Real>, cover(particles.threads(), threads_per_block), stream, particles, f, dt,
         halt);
}

template void push(const OrderedView<float>&, const float*, float, int, const Halt&, const Stream&);
template void push(const OrderedView<double>&, const double*, double, int, const Halt&,
                   const Stream&);

}  // namespace tycho::gpu::pic
