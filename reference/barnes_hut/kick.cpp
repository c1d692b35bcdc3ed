// v += (step / 2) a
#include "core/formulas/leapfrog.hpp"
#include "core/parallel_for.hpp"
#include "reference/barnes_hut/bodies.hpp"

namespace tycho::reference::barnes_hut {

void kick(HostBodies& b, const tree::Ticks& ticks, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    if (!ticks.due(b.rung[i])) return;
    const double half_step = 0.5 * tree::step_of(b.rung[i], ticks.dt);
    b.v[i] = {kicked(b.v[i].x, b.acc[i].x, half_step), kicked(b.v[i].y, b.acc[i].y, half_step),
              kicked(b.v[i].z, b.acc[i].z, half_step)};
  });
}

}  // namespace tycho::reference::barnes_hut
