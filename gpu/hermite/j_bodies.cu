#include "gpu/hermite/j_bodies.hpp"

#include <algorithm>

#include "core/formulas/hermite.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::hermite {

namespace {

struct JView {
  double* values;
  std::int32_t* index;
  std::int64_t slots;

  __device__ double& at(int field, std::int64_t slot) const { return values[field * slots + slot]; }
  __device__ Vec3<double> vector(int field, std::int64_t slot) const {
    return {at(field, slot), at(field + 1, slot), at(field + 2, slot)};
  }
  __device__ void set(int field, std::int64_t slot, const Vec3<double>& v) const {
    at(field, slot) = v.x;
    at(field + 1, slot) = v.y;
    at(field + 2, slot) = v.z;
  }
  __device__ JBody read(std::int64_t slot) const {
    JBody b;
    b.t = at(0, slot);
    b.mass = at(1, slot);
    b.x = vector(2, slot);
    b.v = vector(5, slot);
    b.acc_2 = vector(8, slot);
    b.jerk_6 = vector(11, slot);
    b.snap_18 = vector(14, slot);
    b.index = index[slot];
    return b;
  }
  __device__ void write(std::int64_t slot, const JBody& b) const {
    at(0, slot) = b.t;
    at(1, slot) = b.mass;
    set(2, slot, b.x);
    set(5, slot, b.v);
    set(8, slot, b.acc_2);
    set(11, slot, b.jerk_6);
    set(14, slot, b.snap_18);
    index[slot] = b.index;
  }
};

// The first threads take a slot each and leave the changed ones to the others, a change each.
template <typename F>
__global__ void predict_slots(JView view, double t, const Change* changes, int count,
                              const std::uint32_t* marks, Word* words, std::int64_t stride) {
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  std::int64_t slot = thread;
  JBody body;
  if (thread < view.slots) {
    if (count > 0 && (marks[thread / 32] >> (thread % 32) & 1U)) return;
    body = view.read(slot);
  } else if (thread - view.slots < count) {
    const Change change = changes[thread - view.slots];
    slot = change.slot;
    body = change.body;
    view.write(slot, body);
  } else {
    return;
  }
  Word packed[F::kWords];
  F::pack(tycho::hermite::predicted_g6(body.x, body.v, body.acc_2, body.jerk_6, body.snap_18,
                                       t - body.t),
          body.mass, body.index, packed);
#pragma unroll
  for (int w = 0; w < F::kWords; ++w) words[w * stride + slot] = packed[w];
}

constexpr int kListThreads = 1024;

// One block, a thousand slots at a time, so that the list keeps the order of slots.
template <typename F>
__global__ void __launch_bounds__(kListThreads)
    list_slots(Sources sources, const Target* target, double h2, std::int32_t* list, int most,
               int* found) {
  __shared__ int in_warp[kListThreads / 32];
  const Target mine = *target;
  const typename F::Here here = F::here(mine);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int listed = 0;
  for (int first = 0; first < sources.count; first += kListThreads) {
    const int j = first + threadIdx.x;
    bool near = false;
    std::int32_t index = -1;
    if (j < sources.count) {
      Word words[F::kWords];
      for (int w = 0; w < F::kWords; ++w) words[w] = sources.words[w * sources.stride + j];
      const typename F::There there = F::unpack(words);
      const Vec3<double> r = F::exact(here, there);
      index = there.index;
      near = dot(r, r) < h2 && (index != mine.index || mine.index == -1);
    }
    const unsigned votes = __ballot_sync(0xffffffffU, near);
    if (lane == 0) in_warp[warp] = __popc(votes);
    __syncthreads();
    int before = listed;
    for (int w = 0; w < kListThreads / 32; ++w) {
      if (w < warp) before += in_warp[w];
      listed += in_warp[w];
    }
    const int place = before + __popc(votes & ((1U << lane) - 1));
    if (near && place < most) list[place] = index;
    __syncthreads();
  }
  if (threadIdx.x == 0) *found = listed;
}

}  // namespace

void JBodies::reserve(std::int64_t slots, Stream& stream) {
  if (slots <= capacity_) return;
  Buffer<double> values(static_cast<std::size_t>(slots) * kJFields, stream);
  Buffer<std::int32_t> index(slots, stream);  // -1: poisoned, as all buffers are
  values.zero(stream);
  if (capacity_ > 0) {
    TYCHO_CUDA(cudaMemcpy2DAsync(values.data(), slots * sizeof(double), values_.data(),
                                 capacity_ * sizeof(double), capacity_ * sizeof(double), kJFields,
                                 cudaMemcpyDeviceToDevice, stream.get()));
    TYCHO_CUDA(cudaMemcpyAsync(index.data(), index_.data(), index_.bytes(),
                               cudaMemcpyDeviceToDevice, stream.get()));
    stream.wait();  // the old ones are freed below
  }
  values_ = std::move(values);
  index_ = std::move(index);
  capacity_ = slots;
}

template <typename F>
void JBodies::predict(double t, const Change* changes, int count, const std::uint32_t* marks,
                      Word* words, std::int64_t stride, Stream& stream) {
  launch(predict_slots<F>, cover(capacity_ + count, 128), stream,
         JView{values_.data(), index_.data(), capacity_}, t, changes, count, marks, words, stride);
}

template <typename F>
void list_neighbours(const Sources& sources, const Target* target, double h2, std::int32_t* list,
                     int most, int* found, const Stream& stream) {
  launch(list_slots<F>, {dim3(1), dim3(kListThreads)}, stream, sources, target, h2, list, most,
         found);
}

#define TYCHO_INSTANTIATE(F)                                                                  \
  template void JBodies::predict<F>(double, const Change*, int, const std::uint32_t*, Word*,  \
                                    std::int64_t, Stream&);                                   \
  template void list_neighbours<F>(const Sources&, const Target*, double, std::int32_t*, int, \
                                   int*, const Stream&);
TYCHO_INSTANTIATE(Fp32)
TYCHO_INSTANTIATE(Ds)
TYCHO_INSTANTIATE(Fp64)
#undef TYCHO_INSTANTIATE

}  // namespace tycho::gpu::hermite
