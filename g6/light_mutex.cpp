#include "g6/light_mutex.hpp"

#include <chrono>
#include <thread>

#ifdef __linux__
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace tycho::g6 {

namespace {

/// Has every running thread of this process pass a full memory barrier; false where the system
/// cannot. What could be done once cannot fail later.
bool all_threads_pass_a_barrier() noexcept {
#ifdef __linux__
  // A child of fork() has to ask again.
  return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
         syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
#else
  return false;
#endif
}

/// Until the other may have gone.
void wait_a_little(int looks) {
  constexpr int kLooks = 100;
  if (looks >= kLooks) std::this_thread::sleep_for(std::chrono::microseconds(20));
}

}  // namespace

std::atomic<bool>& LightMutex::take_among_others() noexcept {
  for (int looks = 0; held_.exchange(true, std::memory_order_acquire); ++looks)
    wait_a_little(looks);
  const void* const owner = owner_.load(std::memory_order_relaxed);
  if (!owner && all_threads_pass_a_barrier()) {
    inside_.store(true, std::memory_order_relaxed);
    owner_.store(this_thread(), std::memory_order_relaxed);
    held_.store(false, std::memory_order_release);
    return inside_;
  }
  if (owner != this) {
    owner_.store(this, std::memory_order_relaxed);
    if (owner) all_threads_pass_a_barrier();
    for (int looks = 0; inside_.load(std::memory_order_acquire); ++looks) wait_a_little(looks);
  }
  return held_;
}

}  // namespace tycho::g6
