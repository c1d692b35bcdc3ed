// Individual steps of a leapfrog: a body on rung k steps by dt / 2^k. Host and device.
//
// Time within dt is counted in ticks of the deepest rung, so that who is due is decided by
// integers: on rung k at the ticks that are multiples of 2^(deepest - k).
#pragma once

#include <cmath>
#include <cstdint>

#include "core/attributes.hpp"

namespace tycho::tree {

/// Gadget's criterion (Springel 2005, eq. 34): sqrt(2 eta eps / |a|). Infinite without a pull.
TYCHO_HOST_DEVICE inline double wanted_step(double eta, double softening, double acceleration) {
  using std::sqrt;
  return sqrt(2 * eta * softening / acceleration);
}

/// The rung of the longest step not above `wanted`, from 0 to `deepest`. NaN gives the deepest.
TYCHO_HOST_DEVICE inline int rung_of(double wanted, double dt, int deepest) {
  int rung = 0;
  double step = dt;
  while (rung < deepest && !(step <= wanted)) {
    step *= 0.5;
    ++rung;
  }
  return rung;
}

/// dt / 2^rung, exact. A division, not ldexp(), which is a library call for every body. After a
/// driver call that had left the upper halves of the vector registers in use, each ldexp() took
/// 170 ns on a Xeon: 0.29 s in a kick of 1.7 million bodies instead of 0.02 s. The division takes
/// 0.01 s, as does ldexp() once the upper halves are set to zero.
TYCHO_HOST_DEVICE constexpr double step_of(int rung, double dt) {
  return dt / static_cast<double>(std::int64_t{1} << rung);
}

TYCHO_HOST_DEVICE constexpr std::int64_t ticks_of(int rung, int deepest) {
  return std::int64_t{1} << (deepest - rung);
}

TYCHO_HOST_DEVICE constexpr bool is_due(std::int64_t tick, int rung, int deepest) {
  return tick % ticks_of(rung, deepest) == 0;
}

/// The rung of a body due at `tick` for its next step: as wanted, but no longer a step than the
/// tick is a multiple of.
TYCHO_HOST_DEVICE constexpr int next_rung(int wanted, std::int64_t tick, int deepest) {
  int rung = wanted;
  while (!is_due(tick, rung, deepest)) ++rung;
  return rung;
}

}  // namespace tycho::tree
