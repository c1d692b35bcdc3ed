// What of a walk is compiled in, and what a warp then has of shared memory.
#pragma once

#include <type_traits>

#include "core/formulas/morton.hpp"
#include "gpu/tree/bodies.hpp"
#include "gpu/tree/local_terms.cuh"
#include "gpu/tree/walk_warp.cuh"

namespace tycho::gpu::tree {

namespace {

/// Bodies of a group, bodies of a lane, and thread blocks that should fit a multiprocessor.
template <int group, int bodies, int blocks>
struct GroupShape {
  static constexpr int kGroup = group, kBodies = bodies, kBlocks = blocks;
  static constexpr int kOwners = kGroup / kBodies;  // lanes with bodies of their own
  static constexpr int kSplit = kWarp / kOwners;
  static_assert(kOwners * kBodies == kGroup && kOwners * kSplit == kWarp);
};

/// What is compiled in: the terms of a cell, the softening, the criterion, whether potentials are
/// wanted, and whether the force is the short-range part of a periodic one. (That has a kind of its
/// own: gpu/tree_pm/short_range.cuh.)
template <bool quadrupole, bool spline, bool relative, bool potential>
struct Kind {
  static constexpr bool kQuadrupole = quadrupole, kSpline = spline, kRelative = relative,
                        kPotential = potential, kShortRange = false;
  using Rule = WalkRule;
};

/// Whether far cells are told apart: where speed is what counts, and theta says what is far.
template <typename Real, typename K>
constexpr bool kHasFar = sizeof(Real) == 4 && !K::kRelative && !K::kShortRange;

constexpr int kChildren = 8, kOpenedAtOnce = kWarp / kChildren;

/// Opened cells: all but the deepest. The stack cannot overflow. Its entries are in the order of
/// their levels, the deepest on top: those popped are the deepest there are, and their children go
/// on top in the same order. So when cells of a level are pushed, none is there, and at most 4 * 8
/// are pushed: 32 a level.
constexpr int kStack = kWarp * tycho::tree::kDeepestLevel;

constexpr int kSmallLeaf = 16;  // bodies; of larger leaves 32 at a time come to the list
constexpr int kBodyList = kWarp * kSmallLeaf + kWarp;

/// What a warp has of shared memory.
template <typename Real>
struct NearSpace {
  Vector4<Real> tile[3][kWarp];
  unsigned stack[kStack];  // first child * 8 + children - 1
  unsigned cells[2 * kWarp];
  unsigned bodies[kBodyList];
};
template <typename Real>
struct FarSpace : NearSpace<Real> {
  unsigned far[2 * kWarp];
  Real local[kLocalTerms][kWarp];
};

template <typename Real, typename K>
using Space = std::conditional_t<kHasFar<Real, K>, FarSpace<Real>, NearSpace<Real>>;

}  // namespace

}  // namespace tycho::gpu::tree
