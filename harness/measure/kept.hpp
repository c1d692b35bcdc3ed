// What `--checkpoints` keeps of a run, as far as is known before the run is made.
#pragma once

#include <span>
#include <string>

#include "harness/case/plan.hpp"

namespace tycho::measure {

enum class Kept {
  kOnItsWay,   // a lead-in, an evolution, a comparison, or the carrier of a run timed along it
  kNoWay,      // the run has none of these: there is nothing to keep
  kNotByCode,  // the run has one, and the code that makes it gives no states
};
Kept kept(const cases::RunSpec& run);

/// Which runs are not kept, by algorithm: "1 run of particle_mesh, 2 runs of pic cannot be kept and
/// will begin anew after a kill; 3 runs have no lead-in, evolution or comparison, and nothing to
/// keep". Empty where all are kept.
std::string not_kept_in_words(std::span<const cases::RunSpec* const> runs);

}  // namespace tycho::measure
