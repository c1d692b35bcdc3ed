// The clock of a stream whose work can stop on its way, for want of room say, and is then made good
// by the host.
#pragma once

#include <functional>
#include <utility>

#include "gpu/support/device_clock.hpp"

namespace tycho::gpu {

/// A wait returns only when no work has stopped, or all that stopped has been made good. (Work made
/// good after the last mark is in no window's time; a counter says that it happened.)
class CompletingClock final : public DeviceClock {
 public:
  CompletingClock(Stream& stream, std::function<void()> complete)
      : DeviceClock(stream), complete_(std::move(complete)) {}

  void wait() override {
    DeviceClock::wait();
    complete_();
  }

 private:
  std::function<void()> complete_;
};

}  // namespace tycho::gpu
