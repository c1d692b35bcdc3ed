// A clock whose work goes through a cache that can be written over in the order of the work.
#pragma once

#include <cstddef>

namespace tycho {

class CacheFlush {
 public:
  virtual ~CacheFlush() = default;
  /// The size of the last cache.
  virtual std::size_t cache_bytes() const = 0;
  /// Puts a write of twice cache_bytes() into the order of the work, after which no data of an
  /// algorithm's are in the cache.
  virtual void flush_cache() = 0;
};

}  // namespace tycho
