// The parameter of loops over pairs in SIMD: how many targets share each load of the sources.
#pragma once

#include <array>

#include "core/contract.hpp"

namespace tycho {

inline constexpr std::array<double, 5> kRegisterBlocks{0, 1, 2, 3, 4};
inline constexpr std::array<double, 4> kTriedRegisterBlocks{1, 2, 3, 4};

/// Of a contract whose choice `loop` has the value `best`. docs/cpu.md says what it weighs.
constexpr Parameter register_block() {
  return {.name = "targets",
          .unit = "bodies",
          .summary = "loop = best: bodies of a register block; 0: what suits the instruction set",
          .fallback = 0,
          .least = 0,
          .most = 4,
          .whole = true,
          .allowed = kRegisterBlocks,
          .scope = Scope::kCpu,
          .tuning = {.values = kTriedRegisterBlocks, .choice = "loop", .chosen = "best"}};
}

}  // namespace tycho
