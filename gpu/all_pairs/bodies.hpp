// The bodies of the CUDA side, and the stages that work on them. Each only enqueues.
#pragma once

#include "core/ranks/share.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"
#include "gpu/support/vector4.hpp"

namespace tycho::gpu::all_pairs {

/// As published: four reals a body, so that every access is 16 bytes wide. The mass is the
/// position's fourth, in mass_unit; the fourth of velocity and acceleration is unused.
template <typename Real>
struct Bodies {
  Buffer<Vector4<Real>> position, velocity, acceleration;
  Real mass_unit = 1;  // a power of two; accelerations are multiplied by it once they are summed
  Share share{};       // that this rank moves; it has the positions of all

  int size() const { return static_cast<int>(position.size()); }
  int first() const { return static_cast<int>(share.first); }
  int last() const { return static_cast<int>(share.last); }
  int moved() const { return static_cast<int>(share.size()); }
};

// A rank without bodies of its own launches nothing. How a body's sum is made depends on the number
// of all bodies and not on the share it is in, so its bits are the same on any number of ranks.

/// The tiled kernel of bertinelli2025: thread blocks of `threads_per_block` threads, one body each,
/// a tile of as many bodies in shared memory, the loop over the tile unrolled `unroll` times (0: as
/// the compiler likes).
template <typename Real>
void force(Bodies<Real>& bodies, Real softening, int threads_per_block, int unroll,
           const Stream& stream);

/// tycho's own. A thread block has at most `bodies_per_block` bodies; 0: by the number of all.
template <typename Real>
void force_best(Bodies<Real>& bodies, Real softening, int bodies_per_block, const Stream& stream);

/// v += (dt/2) a
template <typename Real>
void kick(Bodies<Real>& bodies, Real half_step, const Stream& stream);

/// x += dt v
template <typename Real>
void drift(Bodies<Real>& bodies, Real step, const Stream& stream);

}  // namespace tycho::gpu::all_pairs
