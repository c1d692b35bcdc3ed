// The parameters of the contracts that integrate by Hermite's scheme.
#pragma once

#include <array>

#include "core/contract.hpp"

namespace tycho::hermite {

/// With the accuracy parameter of the paper's tables that a contract is for.
constexpr std::array<Parameter, 6> parameters(double accuracy) {
  return {{
      {.name = "dt",
       .unit = "time",
       .summary = "one step: what all bodies take together, or the time between two meetings of "
                  "block steps",
       .fallback = 0.03125,
       .least = 1e-12,
       .most = 1e3},
      {.name = "softening",
       .unit = "length",
       .summary = "Plummer softening eps; below 1e-12 none with precision = ds or fp32",
       .fallback = 0.00390625,
       .least = 0,
       .most = 1e6},
      {.name = "accuracy",
       .summary = "Aarseth's accuracy parameter a, outside the root",
       .fallback = accuracy,
       .least = 1e-6,
       .most = 2},
      {.name = "step_least",
       .unit = "time",
       .summary = "floor under the block steps, a power of two; steps taken at it are counted",
       .fallback = 0x1p-26,
       .least = 0x1p-60,
       .most = 1},
      {.name = "step_most",
       .unit = "time",
       .summary = "longest block step, a power of two",
       .fallback = 0.125,
       .least = 0x1p-60,
       .most = 1024},
      {.name = "active",
       .unit = "bodies",
       .summary =
           "steps = shared: how many step, the first ones, while the others only pull; 0: all",
       .fallback = 0,
       .least = 0,
       .most = 1e9,
       .whole = true},
  }};
}

}  // namespace tycho::hermite
