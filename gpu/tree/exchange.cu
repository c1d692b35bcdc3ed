// Few bodies may walk, and a rank's are scattered among all: their accelerations are packed, since
// ranks exchange what stands in one piece, and without the fourth.
#include "gpu/tree/exchange.hpp"

#include "gpu/support/launch.hpp"

namespace tycho::gpu::tree {

namespace {

__device__ unsigned slot_of(const std::uint32_t* list, unsigned k) { return list ? list[k] : k; }

/// Packs the accelerations of `count` bodies, from number `first` of those that walk on.
template <typename Real>
__global__ void pack_kernel(const std::uint32_t* list, unsigned first, unsigned count,
                            const Vector4<Real>* __restrict__ acceleration, Vec3<Real>* packed) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Vector4<Real> a = acceleration[slot_of(list, first + i)];
  packed[first + i] = {a.x, a.y, a.z};
}

template <typename Real>
__global__ void unpack_kernel(const std::uint32_t* list, unsigned count,
                              const Vec3<Real>* __restrict__ packed, Vector4<Real>* acceleration) {
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const Vec3<Real> a = packed[k];
  acceleration[slot_of(list, k)] = {a.x, a.y, a.z, Real(0)};
}

}  // namespace

template <typename Real>
void Exchange<Real>::reserve(std::size_t bodies) {
  if (ranks_.alone()) return;
  cuts_ = Buffer<unsigned>(static_cast<std::size_t>(ranks_.size()) + 1, stream_);
  packed_ = Buffer<Vec3<Real>>();
  packed_ = Buffer<Vec3<Real>>(bodies, stream_);
}

template <typename Real>
void Exchange<Real>::run(const Walkers& walkers, Vector4<Real>* acceleration) {
  const std::vector<unsigned> cuts = cuts_.download(stream_);
  std::vector<std::size_t> counts;
  for (std::size_t r = 0; r + 1 < cuts.size(); ++r) counts.push_back(cuts[r + 1] - cuts[r]);
  const auto me = static_cast<std::size_t>(ranks_.rank());
  if (counts[me] > 0)
    launch(pack_kernel<Real>, cover(static_cast<std::int64_t>(counts[me])), stream_, walkers.list,
           cuts[me], static_cast<unsigned>(counts[me]), acceleration, packed_.data());
  const unsigned all = cuts.back();
  of_all_.gather(std::span<Vec3<Real>>(packed_.data(), all), counts);
  if (all > 0)
    launch(unpack_kernel<Real>, cover(all), stream_, walkers.list, all, packed_.data(),
           acceleration);
}

template class Exchange<float>;
template class Exchange<double>;

}  // namespace tycho::gpu::tree
