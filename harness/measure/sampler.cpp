#include "harness/measure/sampler.hpp"

#include <pthread.h>
#include <signal.h>

#include <utility>

namespace tycho::measure {

Sampler::Sampler(std::chrono::milliseconds period, std::function<void()> take)
    : period_(period), take_(std::move(take)) {
  // A thread begins with the mask of the one that starts it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { work(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Sampler::~Sampler() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Sampler::work() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, period_, [this] { return stop_; })) {
    lock.unlock();
    take_();
    lock.lock();
  }
}

}  // namespace tycho::measure
