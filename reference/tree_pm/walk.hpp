// The walk of the CPU side: the one stage that core/steps/tree_pm_on_host.cpp leaves to it.
#pragma once

#include <cstdint>
#include <span>

#include "core/steps/tree_pm_on_host.hpp"

namespace tycho::reference::tree_pm {

using tycho::tree_pm::HostBodies;
using tycho::tree_pm::WalkRule;

/// Short-range accelerations and potentials of the bodies in these slots of the tree's order. With
/// the relative criterion the accelerations they had decide what is opened.
tree::Walked walk(const tree::Tree<double>& tree, const WalkRule& rule,
                  std::span<const std::int32_t> slots, int threads, HostBodies& bodies);

/// The same with a walk for each group of at most `group_size` of these bodies, whose slots are in
/// ascending order. Lists and sums are in `Real`; the short-range factor is the function itself.
template <typename Real>
tree::Walked walk_best(const tree::Tree<double>& tree, const WalkRule& rule,
                       std::span<const std::int32_t> slots, int group_size, int threads,
                       HostBodies& bodies);

}  // namespace tycho::reference::tree_pm
