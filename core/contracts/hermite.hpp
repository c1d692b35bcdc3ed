// Direct N-body integration with a fourth-order Hermite scheme and block time steps: belleman2007.
//
// A block is all bodies that are due at one time, a block step what takes them there. A step of the
// algorithm (`dt`) is a span of time at whose end all bodies are at the same time: a number of
// block steps, as many as the bodies' own steps make it. With steps = shared it is one step that
// all bodies take together, with steps = single one block step.
#pragma once

#include "core/contract.hpp"
#include "core/contracts/hermite_steps.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::hermite {

enum StageId { kSchedule, kPredict, kUpload, kEvaluate, kDownload, kCorrect, kExchange };
inline constexpr int kStageCount = kExchange + 1;

const Contract& contract();

enum class Loop { kPlain, kBest };
enum class Precision { kFp64, kDs, kFp32 };
enum class Predict { kDevice, kHost };
enum class Kernel { kBest, kPaper };
inline constexpr std::array<std::string_view, 2> kLoopNames{"plain", "best"};
inline constexpr std::array<std::string_view, 3> kPrecisionNames{"fp64", "ds", "fp32"};
inline constexpr std::array<std::string_view, 2> kPredictNames{"device", "host"};
inline constexpr std::array<std::string_view, 2> kKernelNames{"best", "paper"};

struct Options : StepOptions {
  Loop loop = Loop::kPlain;  // CPU
  int targets = 0;  // CPU, loop = best: of a register block; 0: what suits the instruction set
  Precision precision = Precision::kFp64;  // CUDA; the CPU has fp64
  Predict predict = Predict::kDevice;      // CUDA
  Kernel kernel = Kernel::kBest;           // CUDA
  int threads = 1;
  Ranks* ranks = nullptr;  // that share the run; never null behind options()
};
Options options(const Settings& settings);

/// Throws UsageError where two settings do not go together.
void require_sound(const Options& options);

}  // namespace tycho::hermite
