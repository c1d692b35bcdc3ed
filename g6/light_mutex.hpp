// A mutex for calls of a few nanoseconds, made by the ten thousand and nearly always by one thread.
// It belongs to the thread that took it first, which takes it again without an atomic operation:
// such an operation waits until everything written before it has reached the cache, which here is a
// particle with every call. When another thread comes, the mutex belongs to nobody from then on,
// and taking it is one such operation.
#pragma once

#include <atomic>

namespace tycho::g6 {

class LightMutex {
 private:
  friend class LightLock;

  /// Returns the flag to be cleared by who leaves.
  std::atomic<bool>& take() noexcept {
    if (owner_.load(std::memory_order_relaxed) == this_thread()) {
      inside_.store(true, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
      // Who disowns this thread writes owner_, has it pass a barrier and then reads inside_: one of
      // the two sees what the other wrote.
      if (owner_.load(std::memory_order_relaxed) == this_thread()) return inside_;
      inside_.store(false, std::memory_order_release);
    }
    return take_among_others();
  }
  std::atomic<bool>& take_among_others() noexcept;

  static const void* this_thread() noexcept {
    [[gnu::tls_model("initial-exec")]] static thread_local char mark;
    return &mark;
  }

  std::atomic<const void*> owner_{nullptr};  // a thread; null: not yet taken; this: nobody any more
  std::atomic<bool> inside_{false};          // the owner holds it
  std::atomic<bool> held_{false};            // someone else does, or gives or takes ownership
};

/// Holds the mutex as long as it lives.
class LightLock {
 public:
  explicit LightLock(LightMutex& mutex) noexcept : taken_(mutex.take()) {}
  ~LightLock() { taken_.store(false, std::memory_order_release); }
  LightLock(const LightLock&) = delete;
  LightLock& operator=(const LightLock&) = delete;

 private:
  std::atomic<bool>& taken_;
};

}  // namespace tycho::g6
