// How a kernel stops the work of its stream when a buffer is too small, so that nothing is lost and
// no step is waited for. The host's side is gpu/support/redo.hpp.
//
// A kernel that finds too little room notes what it would have needed and halts: every later launch
// of the stream sees the note before it begins and does nothing, which keeps all that is needed to
// go on. The launch that halts is the only one that is done in part.
//
// Who must see which write, and when. No fence is needed:
// - A later launch of the same stream reads `halted_at`. All that a kernel writes is visible to the
//   launches behind it, which begin when it has ended (a launch_early would have to wait for that
//   before it looks).
// - Blocks of the launch that halts read `halted_at` while it is written. To them both values mean
//   "go on", because before_this() asks for an earlier launch.
// - The host reads `signal` without waiting. It may see it late; it need not see `need` with it,
//   because it reads `need` only after it has waited for the stream. A wait, for the stream or for
//   an event in it, shows the host all that the kernels before have written, to its own memory too.
// - The host writes both words back to zero only while the stream is at rest.
#pragma once

#include "core/attributes.hpp"

namespace tycho::gpu {

/// Which launch halted, and what for. Is in device memory, and all zero while nothing is wrong.
template <typename Need>
struct HaltStatus {
  unsigned long long halted_at;  // number of the launch
  Need need;                     // what would have sufficed, as far as is known
};

/// What a launch is given to look at before it begins, and to speak up with.
template <typename Need>
struct Halt {
  HaltStatus<Need>* status;
  int* signal;                // in host memory
  unsigned long long launch;  // counts up from 1

  /// Whether an earlier launch halted: then do nothing.
  TYCHO_HOST_DEVICE bool before_this() const {
    const unsigned long long at =
        *const_cast<const volatile unsigned long long*>(&status->halted_at);
    return at != 0 && at < launch;
  }

  /// Whether any launch halted: the same question, one comparison shorter, for launches that never
  /// halt themselves.
  TYCHO_HOST_DEVICE bool stopped() const {
    return *const_cast<const volatile unsigned long long*>(&status->halted_at) != 0;
  }

  /// What to note before raise(); zero at first. Several threads may note and raise, by atomics.
  TYCHO_HOST_DEVICE Need& need() const { return status->need; }

  TYCHO_HOST_DEVICE void raise() const {
    *const_cast<volatile unsigned long long*>(&status->halted_at) = launch;
    *const_cast<volatile int*>(signal) = 1;
  }
};

/// The stage that halted, and what it lacked.
template <typename Need>
struct Halted {
  int stage;
  int in_launch;  // which of the stage's numbered launches, counted from 0
  Need need;
};

/// Gives every launch its number. Launches that never halt may share one.
template <typename Need>
class Launches {
 public:
  Launches(HaltStatus<Need>* status, int* signal) : halt_{status, signal, 0} {}
  Halt<Need> next() {
    ++halt_.launch;
    return halt_;
  }
  unsigned long long last() const { return halt_.launch; }

 private:
  Halt<Need> halt_;
};

}  // namespace tycho::gpu
