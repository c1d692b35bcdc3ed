// Flops and bytes of the stages of a particle mesh.
#pragma once

#include <cstdint>

#include "core/contract.hpp"

namespace tycho::particle_mesh {

Work work(int stage, const Settings& settings, std::int64_t particles);

}  // namespace tycho::particle_mesh
