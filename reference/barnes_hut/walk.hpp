// The walks of the CPU side: the one stage that core/steps/barnes_hut_on_host.cpp leaves to it.
#pragma once

#include <cstdint>
#include <span>

#include "core/steps/barnes_hut_on_host.hpp"

namespace tycho::reference::barnes_hut {

using tycho::barnes_hut::HostBodies;
using tycho::barnes_hut::WalkRule;

/// Accelerations and potentials of the bodies in these slots of the tree's order. With the relative
/// criterion the accelerations they had decide what is opened.
template <typename Real>
tree::Walked walk(const tree::Tree<Real>& tree, const WalkRule& rule,
                  std::span<const std::int32_t> slots, int threads, HostBodies& bodies);

/// The same of all bodies, each from its group's list.
template <typename Real>
tree::Walked walk_groups(const tree::Tree<double>& tree, const tree::Groups& groups,
                         double softening, int threads, HostBodies& bodies);

/// The same as walk() with a walk for each group of at most `group_size` of these bodies, whose
/// slots are in ascending order. Lists and sums are in `Real`.
template <typename Real>
tree::Walked walk_best(const tree::Tree<double>& tree, const WalkRule& rule,
                       std::span<const std::int32_t> slots, int group_size, int threads,
                       HostBodies& bodies);

}  // namespace tycho::reference::barnes_hut
