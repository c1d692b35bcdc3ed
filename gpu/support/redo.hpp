// Work that the host enqueues and does not wait for, though a buffer may turn out too small on the
// way. The launch that finds a buffer too small halts the stream (gpu/support/redo_halt.hpp); when
// the host next looks it makes room, enqueues again what was not done and goes on. Results are the
// same as with room enough.
//
//   Redo<Need> redo(stream, [&](const auto& halted) { make_room(halted.need); });
//   redo.enqueue(kBuild, [=, &state](Launches<Need>& launches) { state.build(step, launches); });
//   ...
//   if (redo.stopped()) stream.wait(), redo.complete();
#pragma once

#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu/support/buffer.hpp"
#include "gpu/support/pinned.hpp"
#include "gpu/support/redo_halt.hpp"

namespace tycho::gpu {

template <typename Need>
class Redo {
 public:
  /// Enqueues the launches of a stage, each with a number. It may be called a second time, when the
  /// host is steps ahead: what changes from step to step it must hold by value.
  using Work = std::function<void(Launches<Need>&)>;
  /// May throw where nothing helps: all stays as it is, and the next complete() throws again.
  using MakeRoom = std::function<void(const Halted<Need>&)>;
  /// Enqueues what is left of a stage of which a part was done, with room made.
  using Finish = std::function<void(const Halted<Need>&, Launches<Need>&)>;

  /// Without `finish` the stage that halted is enqueued again whole: it must not have changed what
  /// it reads.
  Redo(Stream& stream, MakeRoom make_room, Finish finish = {})
      : stream_(stream), make_room_(std::move(make_room)), finish_(std::move(finish)) {
    clear();
  }

  void enqueue(int stage, Work work) {
    log_.push_back({launches_.last() + 1, stage, std::move(work)});
    log_.back().work(launches_);
  }
  /// For a launch that is waited for at once and enqueued with the stream at rest: nothing before
  /// it can have halted, and it never halts.
  Halt<Need> unrecorded() { return launches_.next(); }

  /// Whether the device has said that it halted. Does not wait.
  bool stopped() { return *const_cast<const volatile int*>(signal_.data()) != 0; }

  /// With the stream at rest: all that was enqueued is done when it returns. Waits only where
  /// something halted.
  void complete() {
    while (stopped()) {
      const HaltStatus<Need> status = status_.download(stream_).front();
      const std::size_t at = entry_of(status.halted_at);
      const Halted<Need> halted{
          log_[at].stage, static_cast<int>(status.halted_at - log_[at].first_launch), status.need};
      make_room_(halted);
      ++redone_;
      std::vector<Entry> again(std::make_move_iterator(log_.begin() + std::ptrdiff_t(at)),
                               std::make_move_iterator(log_.end()));
      clear();
      auto next = again.begin();
      if (finish_) {
        log_.push_back({launches_.last() + 1, next->stage, std::move(next->work)});
        finish_(halted, launches_);
        ++next;
      }
      for (; next != again.end(); ++next) enqueue(next->stage, std::move(next->work));
      stream_.wait();
    }
    log_.clear();
  }

  /// Whatever was enqueued before does not matter any more. Waits.
  void forget() {
    stream_.wait();
    clear();
    redone_ = 0;
  }

  /// How often room was made since forget().
  int redone() const { return redone_; }

 private:
  struct Entry {
    unsigned long long first_launch;
    int stage;
    Work work;
  };

  /// The last stage that began at this launch or before it: a stage without numbered launches has
  /// the first number of the stage behind it.
  std::size_t entry_of(unsigned long long launch) const {
    std::size_t end = log_.size();
    while (end > 0 && log_[end - 1].first_launch > launch) --end;
    if (end == 0) throw std::logic_error("a launch halted that is not on record");
    return end - 1;
  }

  void clear() {
    status_.zero(stream_);
    signal_[0] = 0;
    log_.clear();
  }

  Stream& stream_;
  MakeRoom make_room_;
  Finish finish_;
  Buffer<HaltStatus<Need>> status_{1, stream_};
  Pinned<int> signal_{1};
  Launches<Need> launches_{status_.data(), signal_.data()};
  std::vector<Entry> log_;  // since the host last found the stream at rest
  int redone_ = 0;
};

}  // namespace tycho::gpu
