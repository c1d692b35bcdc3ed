// The clock of a stream that a library of the user's fills.
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "gpu/implementations.hpp"
#include "gpu/support/device_clock.hpp"

namespace tycho::gpu {

namespace {

using namespace std::chrono_literals;
constexpr auto kLongestHold = 500ms;

struct Hold {
  std::atomic<bool> released{false}, over{false};
};

// CUDA calls this in a thread of its own, in the order of the stream: it holds the stream up.
void CUDART_CB keep_waiting(void* held) {
  const std::unique_ptr<std::shared_ptr<Hold>> hold(static_cast<std::shared_ptr<Hold>*>(held));
  const auto end = std::chrono::steady_clock::now() + kLongestHold;
  while (!(*hold)->released && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(100us);
  (*hold)->over = true;
}

class ForeignClock final : public StreamClock {
 public:
  explicit ForeignClock(cudaStream_t stream) : stream_(stream), clock_(stream_) {}

  std::string_view method() const override { return clock_.method(); }
  int mark() override { return clock_.mark(); }
  void wait() override { clock_.wait(); }
  Seconds between(int a, int b) const override { return clock_.between(a, b); }
  void clear() override { clock_.clear(); }
  Seconds cost() override { return clock_.cost(); }
  void head_start(Seconds lead) override { clock_.head_start(lead); }
  std::int64_t waits() const override { return clock_.waits(); }
  void open_range(std::string_view name) override { clock_.open_range(name); }
  void close_range() noexcept override { clock_.close_range(); }

  void hold() override {
    hold_ = std::make_shared<Hold>();
    TYCHO_CUDA(cudaLaunchHostFunc(stream_.get(), keep_waiting, new std::shared_ptr<Hold>(hold_)));
  }
  bool release() override {
    const bool in_force = !hold_->over;
    hold_->released = true;
    return in_force;
  }
  void wait_for_all() override { TYCHO_CUDA(cudaDeviceSynchronize()); }

 private:
  Stream stream_;
  DeviceClock clock_;
  std::shared_ptr<Hold> hold_;
};

}  // namespace

std::unique_ptr<StreamClock> stream_clock(void* stream) {
  return std::make_unique<ForeignClock>(static_cast<cudaStream_t>(stream));
}

}  // namespace tycho::gpu
