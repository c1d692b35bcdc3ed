// What becomes of a cell that the walk of a group meets. The short range has its own judgement:
// gpu/tree_pm/short_range.cuh.
#pragma once

#include "core/formulas/opening.hpp"
#include "gpu/tree/tree.hpp"
#include "gpu/tree/walk_warp.cuh"

namespace tycho::gpu::tree {

namespace {

enum class Verdict { kSkipped, kTaken, kOpened };

/// Whether no point of the box would open the cell. `com`: its centre of mass and opening. Of the
/// group's bodies, `accuracy` is the least and `radius_max` the largest.
template <typename K, typename Real>
__device__ bool takes(const TreeView<Real>& tree, [[maybe_unused]] unsigned cell,
                      const Vector4<Real>& com, const Box<Real>& box,
                      [[maybe_unused]] const Real& accuracy,
                      [[maybe_unused]] const Real& radius_max) {
  const Real distance_sq =
      tycho::tree::distance_sq_to_box(Vec3<Real>{com.x, com.y, com.z}, box.centre, box.half);
  if constexpr (K::kSpline) {  // a quadrupole knows no softening
    const Real h = most(radius_max, tree.radius[cell]);
    if (distance_sq < h * h) return false;
  }
  if constexpr (K::kRelative) {
    const Vector4<Real> cube = tree.box[cell];
    const Vec3<Real> apart{fabs(cube.x - box.centre.x) - box.half.x,
                           fabs(cube.y - box.centre.y) - box.half.y,
                           fabs(cube.z - box.centre.z) - box.half.z};
    const Real reach = Real(tycho::tree::kAlwaysOpened) * cube.w;
    if (apart.x < reach && apart.y < reach && apart.z < reach) return false;
    return !tycho::tree::opened_relative(com.w, accuracy, distance_sq);
  }
  return distance_sq > com.w;
}

}  // namespace

}  // namespace tycho::gpu::tree
