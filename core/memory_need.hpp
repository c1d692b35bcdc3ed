// What a run of an algorithm needs in memory, known before anything is made.
#pragma once

#include <cstdint>

namespace tycho {

/// In bytes, beside the particles that it is given. Trees and meshes are counted array by array as
/// they are laid out; of the other algorithms, what is there in any case.
struct MemoryNeed {
  std::int64_t host = 0, device = 0;
};

}  // namespace tycho
