// What the lanes of a warp find together: the least, the largest, the box around the bodies of a
// group, their radius and their least acceleration.
#pragma once

#include "core/vec3.hpp"
#include "gpu/support/vector4.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::tree {

namespace {

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

/// The least square of the accelerations `old` that the bodies of a group have, in units of
/// `scale`. `at`: their slots.
template <typename Real, int kBodies>
__device__ __forceinline__ Real least_sq_of(const Vector4<Real>* old, const unsigned (&at)[kBodies],
                                            double scale) {
  Real least_sq = Real(3e38);
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const Vector4<Real> a = old[at[b]];
    const Vec3<Real> in_units{static_cast<Real>(a.x / scale), static_cast<Real>(a.y / scale),
                              static_cast<Real>(a.z / scale)};
    least_sq = least(least_sq, dot(in_units, in_units));
  }
  return over_warp(least_sq, [](Real a, Real b) { return least(a, b); });
}

/// The least acceleration by short and long range together, which tree_pm keeps in the fourth
/// component.
template <typename Real, int kBodies>
__device__ __forceinline__ Real least_of_both(const Vector4<Real>* old,
                                              const unsigned (&at)[kBodies]) {
  Real smallest = Real(3e38);
#pragma unroll
  for (int b = 0; b < kBodies; ++b) smallest = least(smallest, old[at[b]].w);
  return over_warp(smallest, [](Real a, Real b) { return least(a, b); });
}

/// The largest square of the distances that the bodies of a group have from its centre.
template <typename Real, int kBodies>
__device__ __forceinline__ Real radius_sq_of(const Vec3<Real> (&here)[kBodies],
                                             const Vec3<Real>& centre) {
  Real radius_sq = 0;
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const Vec3<Real> s = here[b] - centre;
    radius_sq = most(radius_sq, dot(s, s));
  }
  return over_warp(radius_sq, [](Real a, Real b) { return most(a, b); });
}

}  // namespace

}  // namespace tycho::gpu::tree
