// What a particle-in-cell plasma needs in memory.
#pragma once

#include <cstdint>

#include "core/memory_need.hpp"

namespace tycho {

class Settings;

namespace pic {

MemoryNeed memory(const Settings& settings, std::int64_t particles);

}  // namespace pic
}  // namespace tycho
