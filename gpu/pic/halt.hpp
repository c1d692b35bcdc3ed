// How a step that cannot be completed stops, so that nothing is lost and no step is waited for.
//
// Room runs out rarely, and the host must not wait for every step to learn of it. So a kernel that
// finds too little room leaves the particles that it cannot place where they are, notes what it
// would have needed and halts the stream's work: every later launch sees the note and does nothing,
// which keeps all that is needed to go on. The host learns of it from a word in its own memory, at
// the latest when it waits: it makes room, completes the stage that had halted and enqueues again
// the stages that did nothing (gpu/pic/pic.cu). Results are those of a run with room enough.
#pragma once

#include <cstdint>

#include "core/attributes.hpp"

namespace tycho::gpu::pic {

enum Reason : unsigned {
  kGroupFull = 1,     // a cell group or a tile
  kOutgoingFull = 2,  // particles that leave for another thread or tile
  kHolesFull = 4,     // places that particles have left
  kSumsFull = 8,      // an integer sum of charges has wrapped
  kTooFast = 16,      // a particle went beyond the next cell: not to be mended
};

/// In device memory; all zero while nothing is wrong.
struct Status {
  unsigned long long halted_at;  // number of the launch
  unsigned long long too_fast;   // particles
  unsigned reasons;
  unsigned group, outgoing, holes;  // the room that would have sufficed, as far as is known
};

namespace detail {
TYCHO_HOST_DEVICE inline void raise(unsigned& value, unsigned least) {
#if defined(__CUDA_ARCH__)
  atomicMax(&value, least);
#else
  if (value < least) value = least;
#endif
}
}  // namespace detail

/// What a launch is given to look at before it begins, and to speak up with.
struct Halt {
  Status* status;
  int* signal;                // in host memory
  unsigned long long launch;  // counts up from 1

  /// Whether an earlier launch halted: then do nothing.
  TYCHO_HOST_DEVICE bool before_this() const {
    const unsigned long long at =
        *const_cast<const volatile unsigned long long*>(&status->halted_at);
    return at != 0 && at < launch;
  }

  TYCHO_HOST_DEVICE void group_full(unsigned room) const { full(kGroupFull, status->group, room); }
  TYCHO_HOST_DEVICE void outgoing_full(unsigned room) const {
    full(kOutgoingFull, status->outgoing, room);
  }
  TYCHO_HOST_DEVICE void holes_full(unsigned room) const { full(kHolesFull, status->holes, room); }
  TYCHO_HOST_DEVICE void sums_full() const { raise_flag(kSumsFull); }
  TYCHO_HOST_DEVICE void too_fast(unsigned particles) const {
#if defined(__CUDA_ARCH__)
    atomicAdd(&status->too_fast, static_cast<unsigned long long>(particles));
#else
    status->too_fast += particles;
#endif
    raise_flag(kTooFast);
  }

 private:
  TYCHO_HOST_DEVICE void full(Reason reason, unsigned& room, unsigned needed) const {
    detail::raise(room, needed);
    raise_flag(reason);
  }
  TYCHO_HOST_DEVICE void raise_flag(Reason reason) const {
#if defined(__CUDA_ARCH__)
    atomicOr(&status->reasons, static_cast<unsigned>(reason));
    *const_cast<volatile unsigned long long*>(&status->halted_at) = launch;
    *const_cast<volatile int*>(signal) = 1;
#else
    status->reasons |= reason;
    status->halted_at = launch;
    *signal = 1;
#endif
  }
};

/// Gives every launch its number.
class Launches {
 public:
  Launches(Status* status, int* signal) : halt_{status, signal, 0} {}
  Halt next() {
    ++halt_.launch;
    return halt_;
  }
  unsigned long long last() const { return halt_.launch; }

 private:
  Halt halt_;
};

}  // namespace tycho::gpu::pic
