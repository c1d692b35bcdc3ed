// x and v of all bodies at the next block time (Makino & Aarseth 1992, eqs. 3 and 4), and who is
// due.
#include "core/formulas/hermite.hpp"
#include "gpu/hermite/bodies.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::hermite {

namespace {

template <typename F>
__device__ void put(const tycho::hermite::Motion<double>& motion, double mass, int j, Word* words,
                    std::int64_t stride) {
  Word packed[F::kWords];
  F::pack(motion, mass, j, packed);
#pragma unroll
  for (int w = 0; w < F::kWords; ++w) words[w * stride + j] = packed[w];
}

// The due bodies are listed in the order in which warps come by: each has its own sums, which the
// order of the list does not change.
template <typename F>
__global__ void predict_all(Bodies bodies, Timeline* timeline, Rule rule, Word* words,
                            std::int64_t stride, Target* targets) {
  let_next_begin();
  wait_for_previous();
  const double t = timeline->next;
  if (t > timeline->end) return;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  bool due = false;
  tycho::hermite::Motion<double> motion;
  if (j < bodies.count) {
    motion = tycho::hermite::predicted(bodies.vector(kPosition, j), bodies.vector(kVelocity, j),
                                       bodies.vector(kAcc, j), bodies.vector(kJerk, j),
                                       t - bodies.at(kTime, j));
    put<F>(motion, bodies.at(kMass, j), j, words, stride);
    due = rule.shared_step > 0 ? j < rule.shared_active
                               : tycho::hermite::on_grid(t, bodies.at(kStep, j));
  }
  const unsigned votes = __ballot_sync(kAllLanes, due);
  if (votes == 0) return;
  const int lane = threadIdx.x % kWarp;
  int first = 0;
  if (lane == 0) first = atomicAdd(&timeline->active, __popc(votes));
  first = __shfl_sync(kAllLanes, first, 0);
  if (due) targets[first + __popc(votes & ((1U << lane) - 1))] = {motion.x, motion.v, j, j};
}

template <typename F>
__global__ void gather_all(Bodies bodies, Word* words, std::int64_t stride, Target* targets) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= bodies.count) return;
  const tycho::hermite::Motion<double> motion{bodies.vector(kPosition, j),
                                              bodies.vector(kVelocity, j)};
  put<F>(motion, bodies.at(kMass, j), j, words, stride);
  targets[j] = {motion.x, motion.v, j, j};
}

}  // namespace

template <typename F>
void predict(const Bodies& bodies, Timeline* timeline, const Rule& rule, Word* words,
             std::int64_t stride, Target* targets, const Stream& stream) {
  launch_early(predict_all<F>, cover(bodies.count, 128), stream, bodies, timeline, rule, words,
               stride, targets);
}

template <typename F>
void gather(const Bodies& bodies, Word* words, std::int64_t stride, Target* targets,
            const Stream& stream) {
  launch(gather_all<F>, cover(bodies.count), stream, bodies, words, stride, targets);
}

#define TYCHO_INSTANTIATE(F)                                                                    \
  template void predict<F>(const Bodies&, Timeline*, const Rule&, Word*, std::int64_t, Target*, \
                           const Stream&);                                                      \
  template void gather<F>(const Bodies&, Word*, std::int64_t, Target*, const Stream&);
TYCHO_INSTANTIATE(Fp32)
TYCHO_INSTANTIATE(Ds)
TYCHO_INSTANTIATE(Fp64)
#undef TYCHO_INSTANTIATE

}  // namespace tycho::gpu::hermite
