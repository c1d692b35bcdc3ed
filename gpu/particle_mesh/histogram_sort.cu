// aubert2009, III.B and Fig. 3, with CUB in place of CUDPP: the sorted cell indexes are flagged
// where they change, an array of increasing integers is compacted by the flags into the cumulative
// histogram, and its differences are the histogram.
#include <thrust/iterator/counting_iterator.h>
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

#include "gpu/particle_mesh/histogram_sort.hpp"
#include "gpu/particle_mesh/key_bits.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/own_index.cuh"

namespace tycho::gpu::particle_mesh {

namespace {

__global__ void flag_kernel(const std::int32_t* __restrict__ sorted, std::uint8_t* last,
                            std::int64_t particles) {
  const std::int64_t p = own_index();
  if (p < particles) last[p] = p + 1 == particles || sorted[p] != sorted[p + 1];
}

// The j-th filled cell's last particle has the index cumulative[j].
__global__ void differentiate_kernel(const std::int32_t* __restrict__ sorted,
                                     const std::uint32_t* __restrict__ cumulative,
                                     const std::int32_t* __restrict__ filled,
                                     std::uint32_t* counts) {
  const std::int64_t j = own_index();
  if (j >= *filled) return;
  const std::uint32_t end = cumulative[j];
  const std::uint32_t begin = j == 0 ? 0 : cumulative[j - 1] + 1;
  counts[sorted[end]] = end + 1 - begin;
}

}  // namespace

HistogramSort::HistogramSort(std::int64_t particles, std::int64_t cells, Stream& stream)
    : key_bits_(key_bits(cells)),
      sorted_(static_cast<std::size_t>(particles), stream),
      last_(static_cast<std::size_t>(particles), stream),
      cumulative_(static_cast<std::size_t>(particles), stream),
      filled_(1, stream) {
  std::size_t sort_bytes = 0, compact_bytes = 0;
  TYCHO_CUDA(cub::DeviceRadixSort::SortKeys(nullptr, sort_bytes, sorted_.data(), sorted_.data(),
                                            particles, 0, key_bits_, stream.get()));
  TYCHO_CUDA(cub::DeviceSelect::Flagged(
      nullptr, compact_bytes, thrust::counting_iterator<std::uint32_t>(0), last_.data(),
      cumulative_.data(), filled_.data(), particles, stream.get()));
  work_ = Buffer<unsigned char>(std::max(sort_bytes, compact_bytes), stream);
}

void HistogramSort::count(const Buffer<std::int32_t>& cell, Buffer<std::uint32_t>& counts,
                          Stream& stream) {
  const auto particles = static_cast<std::int64_t>(cell.size());
  std::size_t bytes = work_.size();
  TYCHO_CUDA(cub::DeviceRadixSort::SortKeys(work_.data(), bytes, cell.data(), sorted_.data(),
                                            particles, 0, key_bits_, stream.get()));
  launch(flag_kernel, cover(particles), stream, sorted_.data(), last_.data(), particles);
  bytes = work_.size();
  TYCHO_CUDA(cub::DeviceSelect::Flagged(
      work_.data(), bytes, thrust::counting_iterator<std::uint32_t>(0), last_.data(),
      cumulative_.data(), filled_.data(), particles, stream.get()));
  counts.zero(stream);
  launch(differentiate_kernel, cover(particles), stream, sorted_.data(), cumulative_.data(),
         filled_.data(), counts.data());
}

}  // namespace tycho::gpu::particle_mesh
