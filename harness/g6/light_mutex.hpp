// A mutex for calls of a few nanoseconds, made by the ten thousand: where nobody waits it costs one
// atomic operation, and std::mutex two, each of which waits for everything written before it. Who
// has to wait looks again after a while. For std::lock_guard.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace tycho::g6 {

class LightMutex {
 public:
  void lock() noexcept {
    constexpr int kLooks = 100;
    for (int looks = 0; held_.exchange(true, std::memory_order_acquire); ++looks)
      if (looks >= kLooks) std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  void unlock() noexcept { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_{false};
};

}  // namespace tycho::g6
