// Particle-mesh gravity on the GPU (aubert2009).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::gpu::particle_mesh {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::gpu::particle_mesh
