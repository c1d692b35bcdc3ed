// Work on a tree that the host enqueues and does not wait for. A tree may need more room than there
// is: the build that finds this and everything enqueued after it do nothing (Halt), and when the
// host next looks it makes room and enqueues them again.
#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu/tree/tree.hpp"
#include "gpu/support/pinned.hpp"

namespace tycho::gpu::tree {

class Retry {
 public:
  /// Enqueues kernels that heed the halt. What it depends on and what changes from step to step it
  /// must hold by value: it may be called a second time.
  using Work = std::function<void(const Halt&)>;

  /// `make_room` is told how many cells were needed.
  Retry(Stream& stream, std::function<void(unsigned cells)> make_room)
      : stream_(stream), make_room_(std::move(make_room)) {}

  void enqueue(Work work) {
    log_.push_back({++number_, std::move(work)});
    log_.back().work(halt_of(number_));
  }
  /// For work that is waited for at once, behind a wait: nothing can have stopped.
  Halt unrecorded() { return halt_of(++number_); }

  /// Whether the device has said that it stopped. Does not wait.
  bool stopped() { return *const_cast<const volatile int*>(signal_.data()) != 0; }

  /// With the stream at rest: all that was enqueued is done when it returns.
  void complete() {
    while (stopped()) {
      const Status status = status_.download(stream_).front();
      const auto first = std::find_if(log_.begin(), log_.end(), [&](const Entry& entry) {
        return entry.number == status.halted;
      });
      if (first == log_.end())
        throw std::logic_error("barnes_hut: a stage stopped that is not on record");
      std::vector<Entry> again(std::make_move_iterator(first), std::make_move_iterator(log_.end()));
      clear();
      make_room_(status.needed + status.needed / 4);
      ++redone_;
      for (Entry& entry : again) enqueue(std::move(entry.work));
      stream_.wait();
    }
    log_.clear();
  }

  /// Whatever was enqueued before does not matter any more.
  void forget() {
    stream_.wait();
    clear();
    redone_ = 0;
  }

  int redone() const { return redone_; }

 private:
  struct Entry {
    unsigned long long number;
    Work work;
  };

  Halt halt_of(unsigned long long number) { return {status_.data(), signal_.data(), number}; }
  void clear() {
    status_.zero(stream_);
    signal_[0] = 0;
    log_.clear();
  }

  Stream& stream_;
  std::function<void(unsigned)> make_room_;
  Buffer<Status> status_{1, stream_};
  Pinned<int> signal_{1};
  std::vector<Entry> log_;  // since the host last found the stream at rest
  unsigned long long number_ = 0;
  int redone_ = 0;
};

}  // namespace tycho::gpu::tree
