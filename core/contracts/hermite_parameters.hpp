// The parameters of the contracts that integrate by Hermite's scheme.
#pragma once

#include <array>

#include "core/contract.hpp"

namespace tycho::hermite {

/// With the accuracy parameter of the paper's tables that a contract is for.
constexpr std::array<Parameter, 6> parameters(double accuracy) {
  return {{
      {"dt",
       "time",
       "one step: what all bodies take together, or the time between two meetings of block steps",
       0.03125,
       1e-12,
       1e3,
       false,
       {},
       Scope::kBoth},
      {"softening", "length", "Plummer softening eps", 0.00390625, 0, 1e6, false, {}, Scope::kBoth},
      {"accuracy",
       "",
       "Aarseth's accuracy parameter a, outside the root",
       accuracy,
       1e-6,
       2,
       false,
       {},
       Scope::kBoth},
      {"step_least",
       "time",
       "floor under the block steps, a power of two; steps taken at it are counted",
       0x1p-26,
       0x1p-60,
       1,
       false,
       {},
       Scope::kBoth},
      {"step_most",
       "time",
       "longest block step, a power of two",
       0.125,
       0x1p-60,
       1024,
       false,
       {},
       Scope::kBoth},
      {"active",
       "bodies",
       "steps = shared: how many step, the first ones, while the others only pull; 0: all",
       0,
       0,
       1e9,
       true,
       {},
       Scope::kBoth},
  }};
}

}  // namespace tycho::hermite
