// A toy algorithm: bodies on springs of their own, which do not feel each other, by
// kick-drift-kick.
//
// Each coordinate is a harmonic oscillator of frequency omega. The leapfrog of step dt follows one
// of the frequency W exactly, cos(W dt) = 1 - (omega dt)^2 / 2:
//
//   x(n dt) = x0 cos(n W dt) + v0 dt sin(n W dt) / sin(W dt)
#pragma once

#include <span>

#include "core/algorithm.hpp"

namespace tycho::oscillators {

enum StageId { kKick, kDrift };

const Contract& contract();

/// One, on the CPU.
std::span<const Implementation> implementations();

}  // namespace tycho::oscillators
