// What every tree asks of its bodies.
#pragma once

#include "core/particles.hpp"

namespace tycho {

/// Throws UsageError where there is no body, where there are more than a 32-bit index holds, or
/// naming the first body whose position, velocity or mass is not finite or whose mass is negative.
void require_bodies(const Particles& particles);

}  // namespace tycho
