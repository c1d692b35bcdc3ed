// Sorts indexes by cell, then moves every array of the particles to the new order.
#include "gpu/particle_mesh/reorder.hpp"

#include <cub/device/device_radix_sort.cuh>

#include "gpu/particle_mesh/key_bits.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/own_index.cuh"

namespace tycho::gpu::particle_mesh {

namespace {

__global__ void count_up_kernel(std::uint32_t* first, std::uint32_t* second, std::int64_t count) {
  const std::int64_t i = own_index();
  if (i < count) first[i] = second[i] = static_cast<std::uint32_t>(i);
}

template <typename T>
__global__ void gather_kernel(const T* __restrict__ values, const std::uint32_t* __restrict__ from,
                              T* out, std::int64_t count) {
  const std::int64_t i = own_index();
  if (i < count) out[i] = values[from[i]];
}

}  // namespace

template <typename Real>
Reorder<Real>::Reorder(std::int64_t particles, std::int64_t cells, Stream& stream)
    : key_bits_(key_bits(cells)),
      sorted_(static_cast<std::size_t>(particles), stream),
      loaded_as_(sorted_.size(), stream),
      own_(sorted_.size(), stream),
      from_(sorted_.size(), stream),
      moved_(sorted_.size(), stream),
      scratch_(sorted_.size(), stream) {
  launch(count_up_kernel, cover(particles), stream, loaded_as_.data(), own_.data(), particles);
  std::size_t bytes = 0;
  TYCHO_CUDA(cub::DeviceRadixSort::SortPairs(nullptr, bytes, sorted_.data(), sorted_.data(),
                                             own_.data(), from_.data(), particles, 0, key_bits_,
                                             stream.get()));
  work_ = Buffer<unsigned char>(bytes, stream);
}

template <typename Real>
void Reorder<Real>::sort(Stars<Real>& s, Stream& stream) {
  std::size_t bytes = work_.size();
  TYCHO_CUDA(cub::DeviceRadixSort::SortPairs(work_.data(), bytes, s.cell.data(), sorted_.data(),
                                             own_.data(), from_.data(), s.size(), 0, key_bits_,
                                             stream.get()));
  const auto move = [&](auto& values, auto& to, auto kernel) {
    launch(kernel, cover(s.size()), stream, values.data(), from_.data(), to.data(), s.size());
    std::swap(values, to);
  };
  for (auto* set : {&s.position, &s.velocity})
    for (Buffer<Real>& axis : *set) move(axis, scratch_, gather_kernel<Real>);
  move(loaded_as_, moved_, gather_kernel<std::uint32_t>);
}

template class Reorder<float>;
template class Reorder<double>;

}  // namespace tycho::gpu::particle_mesh
