// Particles in the order of their cells, so that neighbours in memory meet in the mesh. Not in the
// paper, whose particles stay where they were loaded.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/particle_mesh/mesh.hpp"

namespace tycho::gpu::particle_mesh {

template <typename Real>
class Reorder {
 public:
  Reorder() = default;
  Reorder(std::int64_t particles, std::int64_t cells, Stream& stream);

  /// Sorts by stars.cell, which has to be up to date and is in the old order afterwards.
  void sort(Stars<Real>& stars, Stream& stream);

  /// The values of all particles as they were loaded, from the order they are in now.
  template <typename T>
  std::vector<T> as_loaded(const std::vector<T>& values, Stream& stream) const {
    const std::vector<std::uint32_t> index = loaded_as_.download(stream);
    std::vector<T> out(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) out[index[i]] = values[i];
    return out;
  }

  /// Bytes on the device, CUB's own copies of the keys and values included.
  static std::size_t bytes(std::size_t particles) {
    return particles * (5 * 4 + 2 * 4 + sizeof(Real));
  }

 private:
  int key_bits_ = 0;
  Buffer<std::int32_t> sorted_;               // cells, a by-product
  Buffer<std::uint32_t> loaded_as_;           // a particle's index at the load
  Buffer<std::uint32_t> own_, from_, moved_;  // 0, 1, 2 ...; the same sorted; scratch
  Buffer<Real> scratch_;
  Buffer<unsigned char> work_;
};

}  // namespace tycho::gpu::particle_mesh
