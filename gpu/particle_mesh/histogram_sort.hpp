// The paper's histogram without atomic additions: sort, flag, compact, differentiate.
#pragma once

#include <cstdint>

#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::particle_mesh {

class HistogramSort {
 public:
  HistogramSort() = default;
  HistogramSort(std::int64_t particles, std::int64_t cells, Stream& stream);

  void count(const Buffer<std::int32_t>& cell, Buffer<std::uint32_t>& counts, Stream& stream);

  /// Bytes on the device, CUB's own copy of the keys included.
  static std::size_t bytes(std::size_t particles) { return particles * (4 + 1 + 4 + 4); }

 private:
  int key_bits_ = 0;
  Buffer<std::int32_t> sorted_;       // d: the cell indexes in order
  Buffer<std::uint8_t> last_;         // whether an index differs from the next one
  Buffer<std::uint32_t> cumulative_;  // the index of the last particle of every cell that holds any
  Buffer<std::int32_t> filled_;       // how many cells hold particles
  Buffer<unsigned char> work_;
};

}  // namespace tycho::gpu::particle_mesh
