// u += g times the integral of dt / a over half of a body's own step.
#include <array>

#include "core/formulas/morton.hpp"
#include "core/parallel_for.hpp"
#include "reference/tree_pm/bodies.hpp"

namespace tycho::reference::tree_pm {

void kick(HostBodies& b, const tycho::tree_pm::Expansion& expansion, const Now& now, Half half,
          int threads) {
  const tree::Ticks& ticks = now.ticks;
  // One factor a rung that is due; the deepest rung there can be is 30.
  std::array<double, 31> factors{};
  for (int rung = 0; rung <= ticks.deepest; ++rung) {
    if (!ticks.due(rung)) continue;
    const double tick = static_cast<double>(ticks.now);
    const double width = 0.5 * static_cast<double>(tree::ticks_of(rung, ticks.deepest));
    factors[rung] = half == Half::kFirst
                        ? expansion.kick(now.steps, now.part(tick), now.part(tick + width))
                        : expansion.kick(now.steps, now.part(tick - width), now.part(tick));
  }
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    if (ticks.due(b.rung[i])) b.u[i] += factors[b.rung[i]] * b.short_g[i];
  });
}

}  // namespace tycho::reference::tree_pm
