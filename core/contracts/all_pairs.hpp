// All-pairs gravity with a kick-drift-kick leapfrog: bertinelli2025.
#pragma once

#include <array>

#include "core/contract.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::all_pairs {

enum StageId { kForce, kKick, kDrift, kExchange };

const Contract& contract();

enum class Precision { kFp64, kFp32 };
enum class Loop { kPlain, kSymmetric, kBest };
enum class Kernel { kBest, kTiled };
inline constexpr std::array<std::string_view, 2> kPrecisionNames{"fp64", "fp32"};
inline constexpr std::array<std::string_view, 3> kLoopNames{"plain", "symmetric", "best"};
inline constexpr std::array<std::string_view, 2> kKernelNames{"best", "tiled"};

struct Options {
  double dt = 0, softening = 0;
  Precision precision = Precision::kFp64;
  Loop loop = Loop::kPlain;  // CPU
  int targets = 0;  // CPU, loop = best: of a register block; 0: what suits the instruction set
  Kernel kernel = Kernel::kBest;                                // CUDA
  int threads_per_block = 0, unroll = 0, bodies_per_block = 0;  // CUDA
  int threads = 1;
  Ranks* ranks = nullptr;  // that share the run; never null behind options()
};
Options options(const Settings& settings);

/// Throws UsageError where two settings do not go together.
void require_sound(const Options& options);

}  // namespace tycho::all_pairs
