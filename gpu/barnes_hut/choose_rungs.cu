// The next step of every body that has just ended one.
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::tree;

template <typename Real>
__global__ void rungs_kernel(const Bodies<Real> bodies, const Ticks ticks, double eta, Rungs* found,
                             const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned rung = 0;
  bool floored = false;
  if (i < bodies.count) {
    rung = bodies.rung[i];
    if (ticks.due(static_cast<int>(rung))) {
      const Vector4<Real> a = bodies.acceleration[i];
      const double size = sqrt(double(a.x) * a.x + double(a.y) * a.y + double(a.z) * a.z);
      const double wanted = wanted_step(eta, bodies.velocity[i].w, size);
      rung = next_rung(rung_of(wanted, ticks.dt, ticks.deepest), ticks.now, ticks.deepest);
      floored = !(step_of(ticks.deepest, ticks.dt) <= wanted);
      bodies.rung[i] = static_cast<std::uint8_t>(rung);
    }
  }
  const unsigned deepest = __reduce_max_sync(0xffffffffu, rung);
  const unsigned short_ones = __popc(__ballot_sync(0xffffffffu, floored));
  if (threadIdx.x % 32 != 0) return;
  atomicMax(&found->deepest, deepest);
  if (short_ones > 0) atomicAdd(&found->floored, static_cast<unsigned long long>(short_ones));
}

}  // namespace

template <typename Real>
void choose_rungs(const Bodies<Real>& bodies, const Ticks& ticks, double eta, Rungs* found,
                  const Halt& halt, const Stream& stream) {
  launch(rungs_kernel<Real>, cover(bodies.count), stream, bodies, ticks, eta, found, halt);
}

template void choose_rungs(const Bodies<float>&, const Ticks&, double, Rungs*, const Halt&,
                           const Stream&);
template void choose_rungs(const Bodies<double>&, const Ticks&, double, Rungs*, const Halt&,
                           const Stream&);

}  // namespace tycho::gpu::barnes_hut
