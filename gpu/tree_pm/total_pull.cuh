// Both forces on a body.
#pragma once

#include "gpu/support/vector4.hpp"

namespace tycho::gpu::tree_pm {

template <typename Real>
__device__ inline Real size_of_sum(const Vector4<Real>& a, const Vector4<Real>& b) {
  const Real x = a.x + b.x, y = a.y + b.y, z = a.z + b.z;
  return sqrt(x * x + y * y + z * z);
}

}  // namespace tycho::gpu::tree_pm
