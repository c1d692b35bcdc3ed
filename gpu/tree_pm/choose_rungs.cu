// The next step of every body that has just ended one, by both forces.
// The host's: core/tree/choose_rungs.hpp.
#include "gpu/support/launch.hpp"
#include "gpu/tree/next_rung.cuh"
#include "gpu/tree_pm/bodies.hpp"
#include "gpu/tree_pm/total_pull.cuh"

namespace tycho::gpu::tree_pm {

namespace {

template <typename Real>
__global__ void rungs_kernel(const Bodies<Real> bodies,
                             const Vector4<Real>* __restrict__ long_range, const Ticks ticks,
                             const StepRule rule, tree::Rungs* found, const Halt halt) {
  if (halt.stopped()) return;
  tree::take_next_rungs(bodies, ticks, found, [&](int i) {
    const Real size = size_of_sum<Real>(bodies.acceleration[i], long_range[i]);
    bodies.acceleration[i].w = size;
    return tycho::tree::wanted_step(rule.eta, rule.softening, rule.scale * size);
  });
}

}  // namespace

template <typename Real>
void choose_rungs(const Bodies<Real>& bodies, const Vector4<Real>* long_range, const Ticks& ticks,
                  const StepRule& rule, tree::Rungs* found, const Halt& halt,
                  const Stream& stream) {
  launch(rungs_kernel<Real>, cover(bodies.count), stream, bodies, long_range, ticks, rule, found,
         halt);
}

template void choose_rungs(const Bodies<float>&, const Vector4<float>*, const Ticks&,
                           const StepRule&, tree::Rungs*, const Halt&, const Stream&);
template void choose_rungs(const Bodies<double>&, const Vector4<double>*, const Ticks&,
                           const StepRule&, tree::Rungs*, const Halt&, const Stream&);

}  // namespace tycho::gpu::tree_pm
