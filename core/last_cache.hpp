// The sizes of the processor's caches.
#pragma once

#include <cstddef>

namespace tycho {

/// In bytes; 0 where the system does not say.
std::size_t last_cache_bytes();
/// The second level, a core's own; 0 likewise.
std::size_t core_cache_bytes();

}  // namespace tycho
