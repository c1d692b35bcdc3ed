// What the lanes of a warp find together: the least, the largest, the box around their bodies.
#pragma once

#include "core/vec3.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::tree {

namespace {

constexpr int kWarp = 32;

__device__ float least(float a, float b) { return fminf(a, b); }
__device__ double least(double a, double b) { return fmin(a, b); }
__device__ float most(float a, float b) { return fmaxf(a, b); }
__device__ double most(double a, double b) { return fmax(a, b); }

/// The least or largest over a warp.
template <typename Real, typename Choose>
__device__ Real over_warp(Real value, const Choose& choose) {
  for (int step = kWarp / 2; step > 0; step /= 2)
    value = choose(value, __shfl_xor_sync(kAllLanes, value, step));
  return value;
}

template <typename Real>
struct Box {
  Vec3<Real> centre, half;
};

/// Around the bodies of all lanes.
template <int kBodies, typename Real>
__device__ Box<Real> box_around(const Vec3<Real> (&here)[kBodies]) {
  Vec3<Real> low = here[0], high = here[0];
  const auto join = [&](const Vec3<Real>& a, const Vec3<Real>& b) {
    low = {least(low.x, a.x), least(low.y, a.y), least(low.z, a.z)};
    high = {most(high.x, b.x), most(high.y, b.y), most(high.z, b.z)};
  };
#pragma unroll
  for (int b = 1; b < kBodies; ++b) join(here[b], here[b]);
  for (int step = kWarp / 2; step > 0; step /= 2) {
    const auto other = [&](Real v) { return __shfl_xor_sync(kAllLanes, v, step); };
    const Vec3<Real> a{other(low.x), other(low.y), other(low.z)},
        b{other(high.x), other(high.y), other(high.z)};
    join(a, b);
  }
  const Vec3<Real> middle = Real(0.5) * (low + high);
  return {middle,
          {most(high.x - middle.x, middle.x - low.x), most(high.y - middle.y, middle.y - low.y),
           most(high.z - middle.z, middle.z - low.z)}};
}

}  // namespace

}  // namespace tycho::gpu::tree
