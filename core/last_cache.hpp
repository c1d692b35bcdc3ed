// The size of the processor's last cache.
#pragma once

#include <cstddef>

namespace tycho {

/// The size of the last cache in bytes; 0 where the system does not say.
std::size_t last_cache_bytes();
/// The size of its second level, a core's own; 0 where the system does not say.
std::size_t core_cache_bytes();

}  // namespace tycho
