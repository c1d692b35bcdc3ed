// Four reals that load and store as 16-byte accesses.
#pragma once

#include <cuda_runtime.h>

namespace tycho::gpu {

template <typename Real>
struct Vector4Of;
template <>
struct Vector4Of<float> {
  using Type = float4;
};
template <>
struct Vector4Of<double> {
#if CUDART_VERSION >= 13000
  using Type = double4_16a;
#else
  using Type = double4;
#endif
};

template <typename Real>
using Vector4 = typename Vector4Of<Real>::Type;

}  // namespace tycho::gpu
