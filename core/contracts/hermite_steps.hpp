// Who steps when in Hermite's scheme: the settings that `hermite` and `hermite_library` share,
// bound to a struct, and what follows from them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/binding.hpp"
#include "core/formulas/block_step.hpp"

namespace tycho::hermite {

enum class Steps { kBlock, kShared, kSingle };
inline constexpr std::array<std::string_view, 3> kStepsNames{"block", "shared", "single"};

/// core/contracts/hermite_parameters.hpp says what each is.
struct StepOptions {
  double dt = 0, softening = 0, accuracy = 0, step_least = 0, step_most = 0;
  int active = 0;
  Steps steps = Steps::kBlock;

  double softening_sq() const { return softening * softening; }
  /// The step that all bodies take together; 0: block steps.
  double shared_step() const { return steps == Steps::kShared ? dt : 0; }
  /// How many of n bodies step at all.
  template <typename Int>
  Int stepping(Int n) const {
    const Int first = static_cast<Int>(active);
    return steps == Steps::kShared && first > 0 && first < n ? first : n;
  }
  StepRange range() const;
};

/// Binds the settings above; the contract's others are the caller's.
void bind_steps(Binding& bind, StepOptions& options);

/// Throws UsageError where two of the settings do not go together.
void require_sound_steps(const StepOptions& options);

/// How many steps a body takes in one step of the algorithm, on the average over the bodies: what
/// the counts of work assume. Exact for shared steps; for block steps the number of a Plummer
/// sphere, which a run corrects by what it counted (Algorithm::work_share).
double expected_steps(const StepOptions& options, std::int64_t particles);
/// How many block steps one step of the algorithm has, likewise.
double expected_blocks(const StepOptions& options, std::int64_t particles);

}  // namespace tycho::hermite
