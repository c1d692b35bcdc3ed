// The parameter of loops over pairs in SIMD: how many targets share each load of the sources.
#pragma once

#include <array>

#include "core/contract.hpp"

namespace tycho {

inline constexpr std::array<double, 5> kRegisterBlocks{0, 1, 2, 3, 4};
inline constexpr std::array<double, 4> kTriedRegisterBlocks{1, 2, 3, 4};

/// Of a contract whose choice `loop` has the value `best`. docs/cpu.md says what it weighs.
constexpr Parameter register_block() {
  return {"targets",
          "bodies",
          "loop = best: bodies of a register block; 0: what suits the instruction set",
          0,
          0,
          4,
          true,
          kRegisterBlocks,
          Scope::kCpu,
          {kTriedRegisterBlocks, "loop", "best"}};
}

}  // namespace tycho
