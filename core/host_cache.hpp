// The processor's last cache, written over by all threads.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cache_flush.hpp"

namespace tycho {

/// The size is 0 where the system does not say; then nothing is flushed.
class HostCache final : public CacheFlush {
 public:
  std::size_t cache_bytes() const override;
  void flush_cache() override;

 private:
  std::vector<std::uint64_t> written_;  // empty before the first flush
};

}  // namespace tycho
