// The next step of every body that has just ended one, one body a thread.
#pragma once

#include "gpu/support/warp.cuh"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree {

/// `wanted(i)` is the longest step that body i may take; asked of the due only. Called by all
/// threads of a grid that covers the bodies.
template <typename Real, typename Wanted>
__device__ inline void take_next_rungs(const Bodies<Real>& bodies, const Ticks& ticks, Rungs* found,
                                       const Wanted& wanted) {
  using namespace tycho::tree;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned rung = 0;
  bool floored = false;
  if (i < bodies.count) {
    rung = bodies.rung[i];
    if (ticks.due(static_cast<int>(rung))) {
      const double most = wanted(i);
      rung = next_rung(rung_of(most, ticks.dt, ticks.deepest), ticks.now, ticks.deepest);
      floored = !(step_of(ticks.deepest, ticks.dt) <= most);
      bodies.rung[i] = static_cast<std::uint8_t>(rung);
    }
  }
  const unsigned deepest = most_of_warp(rung);
  const unsigned short_ones = __popc(__ballot_sync(kAllLanes, floored));
  if (threadIdx.x % kWarp != 0) return;
  // Few have more to say than the ones before: all at one address would wait for each other.
  if (deepest > __ldcg(&found->deepest)) atomicMax(&found->deepest, deepest);
  if (short_ones > 0) atomicAdd(&found->floored, static_cast<unsigned long long>(short_ones));
}

}  // namespace tycho::gpu::tree
