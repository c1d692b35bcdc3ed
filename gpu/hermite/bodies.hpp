// The numbers of the bodies in double, as one array after the other: on the device with predict =
// device, where the integration is, else on the host. And the device's stages that work on them,
// of which each only enqueues.
#pragma once

#include "core/formulas/block_step.hpp"
#include "gpu/hermite/job.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::hermite {

/// One array after the other; component c of a vector field stands in field + c.
enum Field : int {
  kTime,
  kStep,
  kMass,
  kPosition,
  kVelocity = kPosition + 3,
  kAcc = kVelocity + 3,
  kJerk = kAcc + 3,
  kBodyFields = kJerk + 3
};

struct Bodies {
  double* values = nullptr;
  int count = 0;

  TYCHO_HOST_DEVICE double& at(int field, int j) const {
    return values[static_cast<std::int64_t>(field) * count + j];
  }
  TYCHO_HOST_DEVICE Vec3<double> vector(int field, int j) const {
    return {at(field, j), at(field + 1, j), at(field + 2, j)};
  }
  TYCHO_HOST_DEVICE void set(int field, int j, const Vec3<double>& v) const {
    at(field, j) = v.x;
    at(field + 1, j) = v.y;
    at(field + 2, j) = v.z;
  }
};

/// Where the integration is. The kernels read and advance it, so that the host need not know.
struct Timeline {
  double now, next;                           // block times
  double end;                                 // nothing happens beyond
  unsigned long long shortest;                // of the new steps in this block step, as bits
  unsigned long long blocks, steps, floored;  // taken: block steps, bodies in them, at the floor
  int active;                                 // bodies of this block step
  unsigned thread_blocks_done;                // of the corrector's grid
};

/// Who steps, and how far.
struct Rule {
  tycho::hermite::StepRange range;
  double accuracy;
  double shared_step;  // 0: block steps
  int shared_active;   // how many take it, the first ones
};

/// All bodies at the next block time, in the form of the evaluation; the due ones as its targets.
template <typename F>
void predict(const Bodies& bodies, Timeline* timeline, const Rule& rule, Word* words,
             std::int64_t stride, Target* targets, const Stream& stream);

/// The due bodies with the forces found, their next steps, and the next block time.
void correct(const Bodies& bodies, Timeline* timeline, const Rule& rule, const Target* targets,
             const Result* results, const Stream& stream);

/// All bodies as targets where they are, for an evaluation of all; the sources as well.
template <typename F>
void gather(const Bodies& bodies, Word* words, std::int64_t stride, Target* targets,
            const Stream& stream);

/// Acceleration, jerk and first step of all bodies, from the evaluation of all, and the first block
/// time.
void begin(const Bodies& bodies, Timeline* timeline, const Rule& rule, const Result* results,
           const Stream& stream);

}  // namespace tycho::gpu::hermite
