#include "gpu/hermite/j_bodies.hpp"

#include <algorithm>

#include "core/formulas/hermite.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::hermite {

namespace {

/// A body as its eighteen doubles, in the order of JBody's members.
struct Record {
  double field[kJFields];

  __device__ Vec3<double> vector(int first) const {
    return {field[first], field[first + 1], field[first + 2]};
  }
  __device__ std::int32_t index() const {
    return static_cast<std::int32_t>(__double_as_longlong(field[kJFields - 1]));
  }
};

template <typename F>
__device__ void put_predicted(const Record& body, double t, const JView& view, std::int64_t slot) {
  const auto motion =
      tycho::hermite::predicted_g6(body.vector(2), body.vector(5), body.vector(8), body.vector(11),
                                   body.vector(14), t - body.field[0]);
  Word packed[F::kWords];
  F::pack(motion, body.field[1], body.index(), packed);
#pragma unroll
  for (int w = 0; w < F::kWords; ++w) view.words[w * view.stride + slot] = packed[w];
}

// A group is what one thread block receives or predicts.
constexpr int kBodiesReceived = 32;
constexpr int kBodyPieces = sizeof(Record) / sizeof(double2);
constexpr int kReceiveThreads = kBodiesReceived * kBodyPieces;
constexpr int kTargetPieces = sizeof(Target) / sizeof(uint4);

/// Slots whose bodies come with the prediction of all others, which leaves them out. It is in the
/// kernel's parameters, since every thread block looks through it.
constexpr int kMostFresh = 512;
struct Fresh {
  int count = 0;
  std::int32_t slot[kMostFresh];
};

/// 32 bodies, a thread for every 16 bytes, so that host memory is read in whole lines and every
/// byte of it once.
template <typename F>
__device__ void receive_bodies(const Parcel& parcel, int first, const JView& view, double t) {
  __shared__ Record records[kBodiesReceived];
  __shared__ std::int32_t slots[kBodiesReceived];
  const int count = min(kBodiesReceived, parcel.body_count - first);
  const int body = threadIdx.x / kBodyPieces, field = threadIdx.x % kBodyPieces * 2;
  double2 piece{};
  if (body < count)
    piece = __ldcv(reinterpret_cast<const double2*>(parcel.bodies + first) + threadIdx.x);
  if (static_cast<int>(threadIdx.x) < count)
    slots[threadIdx.x] = __ldcv(parcel.slots + first + threadIdx.x);
  records[body].field[field] = piece.x;
  records[body].field[field + 1] = piece.y;
  wait_for_previous();
  __syncthreads();
  if (body < count) {
    view.values[field * view.stride + slots[body]] = piece.x;
    view.values[(field + 1) * view.stride + slots[body]] = piece.y;
  }
  if (static_cast<int>(threadIdx.x) < count)
    put_predicted<F>(records[threadIdx.x], t, view, slots[threadIdx.x]);
}

__device__ void receive_targets(const Parcel& parcel, int first, Target* targets) {
  const int w = first + threadIdx.x;
  const bool mine = w < parcel.target_count * kTargetPieces;
  uint4 piece{};
  if (mine) piece = __ldcv(reinterpret_cast<const uint4*>(parcel.targets) + w);
  wait_for_previous();
  if (mine) reinterpret_cast<uint4*>(targets)[w] = piece;
}

template <typename F>
__device__ void predict_slots(const Fresh& fresh, std::int64_t first, const JView& view, double t) {
  __shared__ bool left_out[kReceiveThreads];
  left_out[threadIdx.x] = false;
  __syncthreads();
  for (int k = threadIdx.x; k < fresh.count; k += kReceiveThreads) {
    const std::int64_t thread = fresh.slot[k] - first;
    if (thread >= 0 && thread < kReceiveThreads) left_out[thread] = true;
  }
  __syncthreads();
  wait_for_previous();
  const std::int64_t slot = first + threadIdx.x;
  if (slot >= view.stride || left_out[threadIdx.x]) return;
  Record body;
#pragma unroll
  for (int f = 0; f < kJFields; ++f) body.field[f] = view.values[f * view.stride + slot];
  put_predicted<F>(body, t, view, slot);
}

// The first thread blocks take bodies, the next ones targets, the others predict. What the host
// left is read before the kernel before has ended, which does not write there.
template <typename F>
__global__ void __launch_bounds__(kReceiveThreads)
    receive_parcel(Parcel parcel, int body_groups, int target_groups, JView view, double t,
                   Target* targets, const __grid_constant__ Fresh fresh) {
  let_next_begin();
  const int group = blockIdx.x, target_group = group - body_groups;
  const int predicting = target_group - target_groups;
  if (target_group < 0)
    receive_bodies<F>(parcel, group * kBodiesReceived, view, t);
  else if (predicting < 0)
    receive_targets(parcel, target_group * kReceiveThreads, targets);
  else
    predict_slots<F>(fresh, static_cast<std::int64_t>(predicting) * kReceiveThreads, view, t);
}

constexpr int kListThreads = 256;
constexpr int kListWarps = kListThreads / kWarp;

// A thread block a target. The slots are taken a thread each, 256 at a time, and the slots inside
// the radius are counted before the next 256 are taken: so the list keeps the order of slots.
template <typename F>
__global__ void __launch_bounds__(kListThreads)
    list_slots(Sources sources, const Target* targets, const double* h2, int most,
               std::int32_t* counts, std::int32_t* lists) {
  __shared__ int in_warp[2][kListWarps];
  const Target target = targets[blockIdx.x];
  const double radius_sq = h2[blockIdx.x];
  const typename F::Here here = F::here(target);
  std::int32_t* const list = lists + static_cast<std::int64_t>(blockIdx.x) * most;
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int rounds = radius_sq > 0 ? (sources.count + kListThreads - 1) / kListThreads : 0;
  int found = 0;
  for (int round = 0; round < rounds; ++round) {
    const int j = round * kListThreads + threadIdx.x;
    bool inside = false;
    std::int32_t index = -1;
    if (j < sources.count) {
      Word words[F::kWords];
#pragma unroll
      for (int w = 0; w < F::kWords; ++w) words[w] = sources.words[w * sources.stride + j];
      const typename F::There there = F::unpack(words);
      const Vec3<double> r = F::exact(here, there);
      index = there.index;
      inside = dot(r, r) < radius_sq && (index != target.index || target.index == -1);
    }
    const unsigned votes = __ballot_sync(kAllLanes, inside);
    // Two rows in turn: a warp may write the next round's while another still reads this one's, but
    // not the one after that, since a barrier lies between.
    int* const row = in_warp[round % 2];
    if (lane == 0) row[warp] = __popc(votes);
    __syncthreads();
    int entry = found + __popc(votes & ((1U << lane) - 1));
    for (int w = 0; w < kListWarps; ++w) {
      if (w < warp) entry += row[w];
      found += row[w];
    }
    if (inside && entry < most) list[entry] = index;
  }
  if (threadIdx.x == 0) counts[blockIdx.x] = found;
}

}  // namespace

template <typename F>
void JBodies<F>::reserve(std::int64_t slots, Stream& stream) {
  if (slots <= capacity()) return;
  // As the evaluation has it, which follows at once: a multiprocessor that has to divide its memory
  // anew first ends what it does.
  TYCHO_CUDA(cudaFuncSetAttribute(receive_parcel<F>, cudaFuncAttributePreferredSharedMemoryCarveout,
                                  cudaSharedmemCarveoutMaxShared));
  Buffer<double> values(static_cast<std::size_t>(slots) * kJFields, stream);
  Buffer<Word> words(static_cast<std::size_t>(slots) * F::kWords, stream);
  // The last field stays poisoned, which is the index -1.
  TYCHO_CUDA(
      cudaMemsetAsync(values.data(), 0, slots * (kJFields - 1) * sizeof(double), stream.get()));
  if (capacity() > 0)
    TYCHO_CUDA(cudaMemcpy2DAsync(values.data(), slots * sizeof(double), values_.data(),
                                 capacity() * sizeof(double), capacity() * sizeof(double), kJFields,
                                 cudaMemcpyDeviceToDevice, stream.get()));
  stream.wait();  // the old ones are freed below
  values_ = std::move(values);
  words_ = std::move(words);
  view_ = {values_.data(), words_.data(), slots};
}

template <typename F>
void JBodies<F>::receive(const Parcel& parcel, double t, Range range, Target* targets,
                         const Stream& stream) {
  const auto groups = [](std::int64_t things, int in_a_group) {
    return static_cast<int>((things + in_a_group - 1) / in_a_group);
  };
  const int body_groups = groups(parcel.body_count, kBodiesReceived);
  const int target_groups =
      groups(std::int64_t{parcel.target_count} * kTargetPieces, kReceiveThreads);
  const int predicting = range == Range::kAll ? groups(capacity(), kReceiveThreads) : 0;
  const int all = body_groups + target_groups + predicting;
  if (all == 0) return;
  Fresh fresh;
  if (predicting > 0 && parcel.body_count > 0) {
    if (parcel.body_count > kMostFresh) {
      receive({parcel.bodies, parcel.slots, parcel.body_count}, t, Range::kFresh, nullptr, stream);
      receive({nullptr, nullptr, 0, parcel.targets, parcel.target_count}, t, range, targets,
              stream);
      return;
    }
    fresh.count = parcel.body_count;
    std::copy_n(parcel.slots, fresh.count, fresh.slot);
  }
  launch_early(receive_parcel<F>, {dim3(all), dim3(kReceiveThreads)}, stream, parcel, body_groups,
               target_groups, view_, t, targets, fresh);
}

template <typename F>
void list_neighbours(const Sources& sources, const Target* targets, const double* h2, int count,
                     int most, std::int32_t* counts, std::int32_t* lists, const Stream& stream) {
  if (count > 0)
    launch(list_slots<F>, {dim3(count), dim3(kListThreads)}, stream, sources, targets, h2, most,
           counts, lists);
}

#define TYCHO_INSTANTIATE(F)                                                               \
  template class JBodies<F>;                                                               \
  template void list_neighbours<F>(const Sources&, const Target*, const double*, int, int, \
                                   std::int32_t*, std::int32_t*, const Stream&);
TYCHO_INSTANTIATE(Fp32)
TYCHO_INSTANTIATE(Ds)
TYCHO_INSTANTIATE(Fp64)
#undef TYCHO_INSTANTIATE

}  // namespace tycho::gpu::hermite
