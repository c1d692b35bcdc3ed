// How many bits of a cell index a sort has to look at.
#pragma once

#include <cstdint>

namespace tycho::gpu::particle_mesh {

inline int key_bits(std::int64_t cells) {
  int bits = 1;
  while ((std::int64_t{1} << bits) < cells) ++bits;
  return bits;
}

}  // namespace tycho::gpu::particle_mesh
