// The cube around all bodies, a Morton key for each, and the bodies in the order of their keys.
// Bodies of equal keys keep their order, so that a step repeats to the bit.
// The host's: core/tree/sort.cpp.
#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

#include "core/formulas/pair_force.hpp"
#include "core/formulas/softened_kernel.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree {

namespace {

using namespace tycho::tree;

constexpr int kExtentThreads = 256, kExtentBlocks = 264;

struct Extent {
  Vec3<double> low, high;
};

__device__ Extent joined(const Extent& a, const Extent& b) {
  return {{fmin(a.low.x, b.low.x), fmin(a.low.y, b.low.y), fmin(a.low.z, b.low.z)},
          {fmax(a.high.x, b.high.x), fmax(a.high.y, b.high.y), fmax(a.high.z, b.high.z)}};
}

__device__ Extent nothing() {
  return {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

/// The extent that holds the extents of all threads of the thread block, alike in each thread.
__device__ Extent of_block(Extent own) {
  __shared__ Extent all[kExtentThreads];
  all[threadIdx.x] = own;
  for (int half = kExtentThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) all[threadIdx.x] = joined(all[threadIdx.x], all[threadIdx.x + half]);
  }
  __syncthreads();
  return all[0];
}

/// `extents` has one entry a thread block. The one that ends last joins them.
__global__ void __launch_bounds__(kExtentThreads)
    frame_kernel(const Vector4<double>* __restrict__ position, int bodies, Extent* extents,
                 unsigned* blocks_done, Frame* frame, const Halt halt) {
  if (halt.stopped()) return;
  Extent own = nothing();
  for (int i = blockIdx.x * kExtentThreads + threadIdx.x; i < bodies;
       i += gridDim.x * kExtentThreads) {
    const Vector4<double> x = position[i];
    own = joined(own, {{x.x, x.y, x.z}, {x.x, x.y, x.z}});
  }
  own = of_block(own);
  __shared__ bool last;
  if (threadIdx.x == 0) {
    extents[blockIdx.x] = own;
    __threadfence();
    last = atomicInc(blocks_done, gridDim.x - 1) == gridDim.x - 1;  // back to 0 after the last
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  own = nothing();
  for (unsigned b = threadIdx.x; b < gridDim.x; b += kExtentThreads) {
    const volatile double* const e = reinterpret_cast<const volatile double*>(extents + b);
    own = joined(own, {{e[0], e[1], e[2]}, {e[3], e[4], e[5]}});
  }
  own = of_block(own);
  if (threadIdx.x == 0) *frame = frame_of(cube_around(own.low, own.high));
}

__global__ void key_kernel(const Vector4<double>* __restrict__ position, int bodies,
                           const Frame* __restrict__ frame, std::uint64_t* keys, std::uint32_t* own,
                           const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies) return;
  const Vector4<double> x = position[i];
  keys[i] = morton_key(Vec3<double>{x.x, x.y, x.z}, frame->root);
  own[i] = static_cast<std::uint32_t>(i);
}

template <typename Real>
__global__ void move_kernel(const Bodies<Real> bodies, const Bodies<Real> sorted,
                            const std::uint32_t* __restrict__ from, const Frame* __restrict__ frame,
                            double per_mass_unit, Vector4<Real>* source, Real* radius,
                            const Halt halt) {
  if (halt.stopped()) return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies.count) return;
  const std::uint32_t j = from[i];
  const Vector4<double> x = bodies.position[j];
  sorted.position[i] = x;
  const Vector4<double> v = bodies.velocity[j];
  sorted.velocity[i] = v;
  sorted.acceleration[i] = bodies.acceleration[j];
  sorted.number[i] = bodies.number[j];
  sorted.rung[i] = bodies.rung[j];
  const double per_unit = frame->per_unit;
  if (radius) {
    // A radius is held as none where its inverse cube overflows.
    const double own = kSplineRadius * v.w * per_unit;
    radius[i] = softening_sq_or_none<Real>(own * own) > 0 ? static_cast<Real>(own) : Real(0);
  }
  source[i] = {static_cast<Real>((x.x - frame->centre.x) * per_unit),
               static_cast<Real>((x.y - frame->centre.y) * per_unit),
               static_cast<Real>((x.z - frame->centre.z) * per_unit),
               static_cast<Real>(x.w * per_mass_unit)};
}

constexpr int kKeyBits = 3 * kDeepestLevel;

std::size_t sort_bytes(std::size_t bodies) {
  std::size_t bytes = 0;
  TYCHO_CUDA(cub::DeviceRadixSort::SortPairs(
      nullptr, bytes, static_cast<const std::uint64_t*>(nullptr),
      static_cast<std::uint64_t*>(nullptr), static_cast<const std::uint32_t*>(nullptr),
      static_cast<std::uint32_t*>(nullptr), static_cast<int>(bodies), 0, kKeyBits));
  return bytes;
}

}  // namespace

template <typename Real>
Sort<Real>::Sort(int bodies, bool spline, bool root_given, Stream& stream)
    : root_given_(root_given),
      keys_(bodies, stream),
      sorted_keys_(bodies, stream),
      own_(bodies, stream),
      from_(bodies, stream),
      source_(bodies, stream),
      radius_(spline ? bodies : 0, stream),
      extents_(kExtentBlocks * sizeof(Extent) / sizeof(double), stream),
      blocks_done_(1, stream),
      work_(sort_bytes(bodies), stream) {
  blocks_done_.zero(stream);
}

template <typename Real>
std::size_t Sort<Real>::bytes(std::size_t bodies) {
  return bodies * (2 * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t) + sizeof(Vector4<Real>) +
                   sizeof(Real)) +
         sort_bytes(bodies);
}

template <typename Real>
void Sort<Real>::run(const Bodies<Real>& bodies, const Bodies<Real>& sorted, Frame* frame,
                     double mass_unit, const Halt& halt, const Stream& stream) {
  const int n = bodies.count;
  if (!root_given_) {
    const Grid few{dim3(std::min(kExtentBlocks, (n + kExtentThreads - 1) / kExtentThreads)),
                   dim3(kExtentThreads)};
    launch(frame_kernel, few, stream, bodies.position, n,
           reinterpret_cast<Extent*>(extents_.data()), blocks_done_.data(), frame, halt);
  }
  launch(key_kernel, cover(n), stream, bodies.position, n, frame, keys_.data(), own_.data(), halt);
  std::size_t bytes = work_.size();
  TYCHO_CUDA(cub::DeviceRadixSort::SortPairs(work_.data(), bytes, keys_.data(), sorted_keys_.data(),
                                             own_.data(), from_.data(), n, 0, kKeyBits,
                                             stream.get()));
  launch(move_kernel<Real>, cover(n), stream, bodies, sorted, from_.data(), frame, 1 / mass_unit,
         source_.data(), radius_.data(), halt);
}

namespace {

struct IsDue {
  const std::uint8_t* rung;
  Ticks ticks;
  __device__ bool operator()(std::uint32_t i) const { return ticks.due(rung[i]); }
};

}  // namespace

Due::Due(int bodies, Stream& stream) : list_(bodies, stream), count_(1, stream) {
  std::size_t bytes = 0;
  TYCHO_CUDA(cub::DeviceSelect::If(nullptr, bytes, thrust::counting_iterator<std::uint32_t>(0),
                                   list_.data(), count_.data(), bodies, IsDue{}, stream.get()));
  work_ = Buffer<unsigned char>(bytes, stream);
}

void Due::run(const std::uint8_t* rung, const Ticks& ticks, const Stream& stream) {
  std::size_t bytes = work_.size();
  TYCHO_CUDA(cub::DeviceSelect::If(work_.data(), bytes, thrust::counting_iterator<std::uint32_t>(0),
                                   list_.data(), count_.data(), static_cast<int>(list_.size()),
                                   IsDue{rung, ticks}, stream.get()));
}

template class Sort<float>;
template class Sort<double>;

}  // namespace tycho::gpu::tree
