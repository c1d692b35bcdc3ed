// Particle-mesh gravity on the CPU (aubert2009).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::reference::particle_mesh {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::reference::particle_mesh
