// The corrector and the next step of the due bodies (Makino & Aarseth 1992, eqs. 5 to 9), and the
// next block time (core/formulas/block_step.hpp).
#include <algorithm>

#include "core/formulas/hermite.hpp"
#include "gpu/hermite/bodies.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::hermite {

namespace {

constexpr int kThreads = 64;  // few, so that a small block of bodies has many multiprocessors
constexpr unsigned kMostThreadBlocks = 264;  // each of which reports to the one timeline
constexpr unsigned long long kNoStep = 0x7ff0000000000000ULL;  // infinity: above every step

__device__ Vec3<double> acc_of(const Result& r) { return {r.acc[0], r.acc[1], r.acc[2]}; }
__device__ Vec3<double> jerk_of(const Result& r) { return {r.jerk[0], r.jerk[1], r.jerk[2]}; }

// Positive doubles order as their bits do.
__device__ unsigned long long shorter(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}

// Tells the timeline the shortest step and the number at the floor of a thread block, and returns
// whether this was the last thread block to do so. All its threads come here.
__device__ bool report(Timeline* timeline, double shortest, int floored) {
  unsigned long long bits = __double_as_longlong(shortest);
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    bits = shorter(bits, __shfl_xor_sync(kAllLanes, bits, offset));
    floored += __shfl_xor_sync(kAllLanes, floored, offset);
  }
  if (threadIdx.x % kWarp == 0 && bits != kNoStep) {
    atomicMin(&timeline->shortest, bits);
    if (floored > 0) atomicAdd(&timeline->floored, static_cast<unsigned long long>(floored));
  }
  __threadfence();
  __syncthreads();
  __shared__ bool last;
  if (threadIdx.x == 0)
    last = atomicInc(&timeline->thread_blocks_done, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  return last;
}

// One thread of the last thread block: from this block time to the next.
__device__ void turn(Timeline* timeline, const Rule& rule, double t, int active) {
  __threadfence();
  const unsigned long long shortest = atomicExch(&timeline->shortest, kNoStep);
  timeline->now = t;
  timeline->next =
      t + (rule.shared_step > 0 ? rule.shared_step
                                : __longlong_as_double(static_cast<long long>(shortest)));
  timeline->blocks += active > 0;
  timeline->steps += active;
  timeline->active = 0;
}

__global__ void __launch_bounds__(kThreads)
    correct_due(Bodies bodies, Timeline* timeline, Rule rule, const Target* targets,
                const Result* results) {
  let_next_begin();
  wait_for_previous();
  const double t = timeline->next;
  const int active = timeline->active;
  if (t > timeline->end) return;
  double shortest = __longlong_as_double(static_cast<long long>(kNoStep));
  int floored = 0;
  for (int k = blockIdx.x * kThreads + threadIdx.x; k < active; k += gridDim.x * kThreads) {
    const Target target = targets[k];
    const Result result = results[k];
    const int j = target.slot;
    const double dt = t - bodies.at(kTime, j);
    const Vec3<double> acc = acc_of(result), jerk = jerk_of(result);
    const auto over =
        tycho::hermite::derivatives(bodies.vector(kAcc, j), bodies.vector(kJerk, j), acc, jerk, dt);
    const auto motion = tycho::hermite::corrected({target.x, target.v}, over, dt);
    double step = rule.shared_step;
    if (!(step > 0)) {
      const double wanted = tycho::hermite::aarseth_step(acc, jerk, over, dt, rule.accuracy);
      step = tycho::hermite::next_block_step(wanted, bodies.at(kStep, j), t, rule.range);
      floored += !(wanted >= rule.range.least);
    }
    bodies.set(kPosition, j, motion.x);
    bodies.set(kVelocity, j, motion.v);
    bodies.set(kAcc, j, acc);
    bodies.set(kJerk, j, jerk);
    bodies.at(kTime, j) = t;
    bodies.at(kStep, j) = step;
    shortest = min(shortest, step);
  }
  if (report(timeline, shortest, floored) && threadIdx.x == 0) turn(timeline, rule, t, active);
}

__global__ void __launch_bounds__(kThreads)
    begin_all(Bodies bodies, Timeline* timeline, Rule rule, const Result* results) {
  const double t = timeline->now;
  double shortest = __longlong_as_double(static_cast<long long>(kNoStep));
  for (int j = blockIdx.x * kThreads + threadIdx.x; j < bodies.count; j += gridDim.x * kThreads) {
    const Vec3<double> acc = acc_of(results[j]), jerk = jerk_of(results[j]);
    double step = rule.shared_step;
    if (!(step > 0))
      step = tycho::hermite::first_block_step(tycho::hermite::first_step(acc, jerk, rule.accuracy),
                                              rule.range);
    bodies.set(kAcc, j, acc);
    bodies.set(kJerk, j, jerk);
    bodies.at(kStep, j) = step;
    shortest = min(shortest, step);
  }
  if (report(timeline, shortest, 0) && threadIdx.x == 0) turn(timeline, rule, t, 0);
}

Grid grid_for(int bodies) {
  Grid grid = cover(bodies, kThreads);
  grid.blocks.x = std::min(grid.blocks.x, kMostThreadBlocks);
  return grid;
}

}  // namespace

void correct(const Bodies& bodies, Timeline* timeline, const Rule& rule, const Target* targets,
             const Result* results, const Stream& stream) {
  launch_early(correct_due, grid_for(bodies.count), stream, bodies, timeline, rule, targets,
               results);
}

void begin(const Bodies& bodies, Timeline* timeline, const Rule& rule, const Result* results,
           const Stream& stream) {
  launch(begin_all, grid_for(bodies.count), stream, bodies, timeline, rule, results);
}

}  // namespace tycho::gpu::hermite
