// What the stages of a step may lack, and how their kernels say so (gpu/support/redo_halt.hpp). A
// kernel that finds too little room leaves the particles that it cannot store where they are.
#pragma once

#include "gpu/support/redo_halt.hpp"

namespace tycho::gpu::pic {

enum Reason : unsigned {
  kGroupFull = 1,     // a cell group or a tile
  kOutgoingFull = 2,  // particles that leave for another thread or tile
  kHolesFull = 4,     // slots that particles have left
  kSumsFull = 8,      // an integer sum of charges has wrapped
  kTooFast = 16,      // a particle went beyond the next cell: more room does not help
};

struct Need {
  unsigned long long too_fast;  // particles
  unsigned reasons;
  unsigned group, outgoing, holes;  // slots wanted, as far as known
};

using Halt = tycho::gpu::Halt<Need>;
using Launches = tycho::gpu::Launches<Need>;
using Halted = tycho::gpu::Halted<Need>;

namespace detail {

TYCHO_HOST_DEVICE inline void raise(const Halt& halt, Reason reason) {
  unsigned& reasons = halt.need().reasons;
#if defined(__CUDA_ARCH__)
  atomicOr(&reasons, static_cast<unsigned>(reason));
#else
  reasons |= reason;
#endif
  halt.raise();
}

TYCHO_HOST_DEVICE inline void full(const Halt& halt, Reason reason, unsigned& room,
                                   unsigned needed) {
#if defined(__CUDA_ARCH__)
  atomicMax(&room, needed);
#else
  if (room < needed) room = needed;
#endif
  raise(halt, reason);
}

}  // namespace detail

TYCHO_HOST_DEVICE inline void group_full(const Halt& halt, unsigned needed) {
  detail::full(halt, kGroupFull, halt.need().group, needed);
}
TYCHO_HOST_DEVICE inline void outgoing_full(const Halt& halt, unsigned needed) {
  detail::full(halt, kOutgoingFull, halt.need().outgoing, needed);
}
TYCHO_HOST_DEVICE inline void holes_full(const Halt& halt, unsigned needed) {
  detail::full(halt, kHolesFull, halt.need().holes, needed);
}
TYCHO_HOST_DEVICE inline void sums_full(const Halt& halt) { detail::raise(halt, kSumsFull); }

TYCHO_HOST_DEVICE inline void met_too_fast(const Halt& halt, unsigned particles) {
  unsigned long long& all = halt.need().too_fast;
#if defined(__CUDA_ARCH__)
  atomicAdd(&all, static_cast<unsigned long long>(particles));
#else
  all += particles;
#endif
  detail::raise(halt, kTooFast);
}

}  // namespace tycho::gpu::pic
