// What a particle mesh needs in memory.
#pragma once

#include <cstdint>

#include "core/memory_need.hpp"

namespace tycho {

class Settings;

namespace particle_mesh {

MemoryNeed memory(const Settings& settings, std::int64_t particles);

}  // namespace particle_mesh
}  // namespace tycho
