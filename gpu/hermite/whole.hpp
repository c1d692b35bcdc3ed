// An evaluation of all bodies against all where they are, for what is read out between steps:
// accelerations, jerks and neighbours in the precision of the run, potentials in double.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/hermite/bodies.hpp"
#include "gpu/hermite/evaluation.hpp"
#include "gpu/support/buffer.hpp"

namespace tycho::gpu::hermite {

template <typename F>
std::vector<Result> evaluate_whole(const Bodies& bodies, Evaluation& evaluation,
                                   double softening_sq, Stream& stream);

/// "particle_potential", "jerk" (x of all, y of all, z of all), "neighbour" (as a position in the
/// order of store()), "block_time", "block_step"; else empty.
template <typename F>
std::vector<double> whole_field(std::string_view name, const Bodies& bodies, Evaluation& evaluation,
                                double softening_sq, Stream& stream);

}  // namespace tycho::gpu::hermite
