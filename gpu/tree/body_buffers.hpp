// Owns the memory of the bodies of a tree that is built on the device.
#pragma once

#include <algorithm>
#include <cmath>

#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree {

template <typename Real>
struct BodyBuffers {
  Buffer<Vector4<double>> position, velocity;
  Buffer<Vector4<Real>> acceleration;
  Buffer<std::uint32_t> number;
  Buffer<std::uint8_t> rung;

  BodyBuffers() = default;
  BodyBuffers(std::size_t n, Stream& stream)
      : position(n, stream),
        velocity(n, stream),
        acceleration(n, stream),
        number(n, stream),
        rung(n, stream) {}

  Bodies<Real> view() {
    return {position.data(), velocity.data(), acceleration.data(),
            number.data(),   rung.data(),     static_cast<int>(position.size())};
  }
  static std::size_t bytes(std::size_t n) {
    return n * (2 * sizeof(Vector4<double>) + sizeof(Vector4<Real>) + sizeof(std::uint32_t) + 1);
  }
};

/// A power of two around a positive number, 1 for others: the unit of masses in the tree.
inline double power_of_two_around(double value) {
  if (!(value > 0)) return 1;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, exponent);
}

/// Cells that a tree may have before it has to be built again in more room: most have half.
inline unsigned usual_cells(std::size_t bodies, int leaf) {
  return static_cast<unsigned>(
      std::min<double>(64 + 6.0 * static_cast<double>(bodies) / leaf, 5e8));
}

}  // namespace tycho::gpu::tree
