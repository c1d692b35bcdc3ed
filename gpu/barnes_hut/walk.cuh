// The walk of scheme = device, by groups: which kind and shape of it a case has.
#pragma once

#include "gpu/barnes_hut/walk.hpp"
#include "gpu/tree/walk_kernel.cuh"

namespace tycho::gpu::barnes_hut {

namespace {

using tree::GroupShape;
using tree::run_shape;

// Large groups share a walk among more bodies and, opening more, are more accurate; small ones have
// the shorter lists. What is softened by a spline or opened by acceleration is in small ones. The
// first is the fastest of those tried on an H200 whose errors at theta = 0.75 stay below Bonsai's
// (small groups: 15% faster at 2^17 bodies, with a 99th percentile of 1.7e-3 against 1.4e-3).
using SingleShape = GroupShape<64, 4, 6>;
using SmallSingleShape = GroupShape<32, 2, 5>;
using DoubleShape = GroupShape<32, 2, 3>;

template <typename Real>
int group_size(const WalkRule& rule) {
  if (sizeof(Real) == 8) return DoubleShape::kGroup;
  return rule.spline || rule.relative ? SmallSingleShape::kGroup : SingleShape::kGroup;
}

template <typename K, typename... Arguments>
void run_best_shape(const TreeView<float>& tree, const Arguments&... arguments) {
  if constexpr (K::kSpline || K::kRelative)
    run_shape<SmallSingleShape, K>(tree, arguments...);
  else
    run_shape<SingleShape, K>(tree, arguments...);
}

template <typename K, typename... Arguments>
void run_best_shape(const TreeView<double>& tree, const Arguments&... arguments) {
  run_shape<DoubleShape, K>(tree, arguments...);
}

}  // namespace

template <typename Real>
Walk<Real>::Walk(int bodies, Stream& stream)
    : groups_(bodies, stream), group_count_(1, stream), next_group_(1, stream), counts_(1, stream) {
  counts_.zero(stream);
}

template <typename Real>
void Walk<Real>::group(const TreeView<Real>& tree, const WalkRule& rule, const Walkers& walkers,
                       const WalkShare& share, const Halt& halt, const Stream& stream) {
  tree::group(tree.keys, tree.bodies, walkers, group_size<Real>(rule), 0, share, groups_.data(),
              group_count_.data(), halt, stream);
}

template <typename Real>
void Walk<Real>::run(const TreeView<Real>& tree, const WalkRule& rule, const WalkJob<Real>& job,
                     const Halt& halt, const Stream& stream) {
  const auto by = [&]<bool kQuadrupole, bool kSpline, bool kRelative, bool kPotential>() {
    run_best_shape<tree::Kind<kQuadrupole, kSpline, kRelative, kPotential>>(
        tree, rule, job, groups_.data(), group_count_.data(), kPotential ? nullptr : counts_.data(),
        next_group_.data(), halt, stream);
  };
  const auto with_potential = [&]<bool kQuadrupole, bool kSpline, bool kRelative>() {
    if (job.potential)
      by.template operator()<kQuadrupole, kSpline, kRelative, true>();
    else
      by.template operator()<kQuadrupole, kSpline, kRelative, false>();
  };
  const auto with_opening = [&]<bool kQuadrupole, bool kSpline>() {
    if (rule.relative)
      with_potential.template operator()<kQuadrupole, kSpline, true>();
    else
      with_potential.template operator()<kQuadrupole, kSpline, false>();
  };
  const auto with_softening = [&]<bool kQuadrupole>() {
    if (rule.spline)
      with_opening.template operator()<kQuadrupole, true>();
    else
      with_opening.template operator()<kQuadrupole, false>();
  };
  if (rule.quadrupole)
    with_softening.template operator()<true>();
  else
    with_softening.template operator()<false>();
}

}  // namespace tycho::gpu::barnes_hut
