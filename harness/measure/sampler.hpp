// A thread that takes a sample every so often until it is stopped.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tycho::measure {

class Sampler {
 public:
  /// Starts: the first sample is taken after one period. Signals are left to the other threads.
  Sampler(std::chrono::milliseconds period, std::function<void()> take);
  /// Does not wait for the next sample, only for one that is being taken. What the samples were put
  /// into may be read behind it.
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

 private:
  void work();

  std::chrono::milliseconds period_;
  std::function<void()> take_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace tycho::measure
