// The clock of a stream whose work can stop on its way, for want of room say, and is then made good
// by the host.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "gpu/support/device_clock.hpp"

namespace tycho::gpu {

/// A wait returns only when no work has stopped, or all that stopped has been made good. (Work made
/// good after the last mark is in no window's time; a counter says that it happened.)
class CompletingClock final : public Clock, public CacheFlush {
 public:
  CompletingClock(Stream& stream, std::function<void()> complete)
      : device_(stream), complete_(std::move(complete)) {}

  std::string_view method() const override { return device_.method(); }
  int mark() override { return device_.mark(); }
  void wait() override {
    device_.wait();
    complete_();
  }
  Seconds between(int a, int b) const override { return device_.between(a, b); }
  void clear() override { device_.clear(); }
  Seconds cost() override { return device_.cost(); }
  std::int64_t waits() const override { return device_.waits(); }
  std::size_t cache_bytes() const override { return device_.cache_bytes(); }
  void flush_cache() override { device_.flush_cache(); }
  void open_range(std::string_view name) override { device_.open_range(name); }
  void close_range() noexcept override { device_.close_range(); }

 private:
  DeviceClock device_;
  std::function<void()> complete_;
};

}  // namespace tycho::gpu
