// What the short-range g is multiplied by over half a step of each rung that is due: it depends on
// when the step is, not only on how long.
#pragma once

#include <array>

#include "core/contracts/tree_pm.hpp"
#include "core/tree/ticks.hpp"

namespace tycho::gpu::tree_pm {

using KickFactors = std::array<double, 31>;  // rungs that there can be

/// How far a step of the algorithm has gone, from 0 to 1.
inline double part_of(const tree::Ticks& ticks, auto tick) {
  return static_cast<double>(tick) / static_cast<double>(ticks.all());
}

/// The half that begins now, or the one that ends now.
enum class Half { kFirst, kSecond };
inline KickFactors kick_factors(const tycho::tree_pm::Expansion& expansion, std::int64_t steps,
                                const tree::Ticks& ticks, Half half) {
  KickFactors factors{};
  const double now = static_cast<double>(ticks.now);
  for (int rung = 0; rung <= ticks.deepest; ++rung) {
    if (!ticks.due(rung)) continue;
    const double width = 0.5 * static_cast<double>(tree::ticks_of(rung, ticks.deepest));
    factors[rung] = half == Half::kFirst
                        ? expansion.kick(steps, part_of(ticks, now), part_of(ticks, now + width))
                        : expansion.kick(steps, part_of(ticks, now - width), part_of(ticks, now));
  }
  return factors;
}

}  // namespace tycho::gpu::tree_pm
