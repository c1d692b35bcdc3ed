#include "core/host_cache.hpp"

#include "core/available_threads.hpp"
#include "core/last_cache.hpp"
#include "core/parallel_for.hpp"

namespace tycho {

std::size_t HostCache::cache_bytes() const {
  static const std::size_t bytes = last_cache_bytes();
  return bytes;
}

void HostCache::flush_cache() {
  written_.resize(2 * cache_bytes() / sizeof(std::uint64_t));
  // By every thread, so that the caches of every core are written over; another value each time,
  // or a line need not be written.
  parallel_for(written_.size(), available_threads(), [&](std::size_t i) { ++written_[i]; });
}

}  // namespace tycho
