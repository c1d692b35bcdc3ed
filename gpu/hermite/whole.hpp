// An evaluation of all bodies against all where they are, for what is read out between steps.
#pragma once

#include <vector>

#include "core/force_engine.hpp"
#include "gpu/hermite/bodies.hpp"
#include "gpu/hermite/evaluation.hpp"

namespace tycho::gpu::hermite {

/// The forces on all bodies: by `evaluation` in the precision F of the run, or in double.
template <typename F>
std::vector<Force> forces_on_all(const Bodies& bodies, Evaluation& evaluation, double softening_sq,
                                 bool in_double, Stream& stream);

}  // namespace tycho::gpu::hermite
