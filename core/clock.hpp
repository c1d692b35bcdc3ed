// One interface, two clocks: the host's steady clock here, events in a stream in gpu/support.
//
// A mark is a point in the order of the work. On the host the clock is read at once; on a device
// the mark is reached when the stream gets there, so the time between two marks is known only after
// wait().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.hpp"

namespace tycho {

class Clock {
 public:
  virtual ~Clock() = default;

  /// What a mark is, in the word that results have: "clock" or "events".
  virtual std::string_view method() const = 0;
  /// Puts a mark into the order of the work and returns its number, counted from 0.
  virtual int mark() = 0;
  /// Blocks until all work before now is done. Throws what the work threw.
  virtual void wait() = 0;
  /// Time from mark a to mark b. Both must have been reached: call wait() first.
  virtual Seconds between(int a, int b) const = 0;
  /// Forgets all marks.
  virtual void clear() = 0;

  /// The time between two marks with next to no work in between: a stage must last many times this
  /// long to be timed between two marks.
  virtual Seconds cost() = 0;

  /// Gives the host a head start: work that is enqueued from now on begins after this delay, so
  /// that the host's enqueueing does not set its pace. No effect where work is done at once.
  virtual void head_start(Seconds lead) = 0;

  /// How often the host has waited for this clock's work since it was made.
  virtual std::int64_t waits() const = 0;

  /// A named range for a profiler's time line.
  virtual void open_range(std::string_view /*name*/) {}
  virtual void close_range() noexcept {}
};

class HostClock final : public Clock {
 public:
  std::string_view method() const override { return "clock"; }
  int mark() override;
  void wait() override {}
  Seconds between(int a, int b) const override;
  void clear() override { marks_.clear(); }
  Seconds cost() override;
  void head_start(Seconds) override {}
  std::int64_t waits() const override { return 0; }

 private:
  std::vector<std::chrono::steady_clock::time_point> marks_;
};

}  // namespace tycho
