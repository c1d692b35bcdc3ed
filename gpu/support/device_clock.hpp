// The clock of a stream: a mark is an event, reached when the stream gets there.
#pragma once

#include <vector>

#include "core/cache_flush.hpp"
#include "core/clock.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/event.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu {

class DeviceClock : public Clock, public CacheFlush {
 public:
  explicit DeviceClock(Stream& stream) : stream_(stream) {}

  std::string_view method() const override { return "events"; }
  int mark() override;
  void wait() override { stream_.wait(); }
  Seconds between(int a, int b) const override { return elapsed(events_.at(a), events_.at(b)); }
  void clear() override { used_ = 0; }
  /// The median reading of two events around an empty kernel.
  Seconds cost() override;
  /// At most 20 ms.
  void head_start(Seconds lead) override;
  std::int64_t waits() const override { return stream_.waits(); }
  std::size_t cache_bytes() const override;
  void flush_cache() override;
  void open_range(std::string_view name) override;
  void close_range() noexcept override;

 private:
  Stream& stream_;
  std::vector<Event> events_;  // kept for the next window when the marks are cleared
  std::size_t used_ = 0;
  Buffer<char> written_;  // by flush_cache(); empty before the first
};

}  // namespace tycho::gpu
