// Direct N-body integration with a fourth-order Hermite scheme and block time steps: belleman2007.
//
// A step of the algorithm (`dt`) is a span of time at whose end all bodies are at the same time: a
// number of block steps, as many as the bodies' own steps make it. With steps = shared it is one
// step that all bodies take together.
#pragma once

#include "core/contract.hpp"
#include "core/formulas/block_step.hpp"

namespace tycho::hermite {

enum StageId { kSchedule, kPredict, kUpload, kEvaluate, kDownload, kCorrect };

const Contract& contract();

/// Throws UsageError where two settings do not go together.
void require_sound(const Settings& settings);
/// The same of those that say who steps when; hermite_library has these too.
void require_sound_steps(const Settings& settings);

StepRange step_range(const Settings& settings);

/// How many steps a body takes in one step of the algorithm, on the average over the bodies: what
/// the counts of work assume. Exact for shared steps; for block steps that of a Plummer sphere,
/// which a run corrects by what it counted (Algorithm::work_share).
double expected_steps(const Settings& settings, std::int64_t particles);
/// The same of block steps, each of which predicts all bodies.
double expected_blocks(const Settings& settings, std::int64_t particles);

/// Algorithm::work_share of both sides, from the steps of bodies and the block steps counted in a
/// number of steps of the algorithm.
double work_share(int stage, const Settings& settings, std::int64_t particles,
                  std::int64_t advances, double steps, double blocks);

}  // namespace tycho::hermite
