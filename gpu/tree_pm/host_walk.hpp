// The walk on the GPU through a tree that the host has built: what core/steps/tree_pm_on_host.cpp
// leaves to this side.
#pragma once

#include <memory>

#include "core/steps/tree_pm_on_host.hpp"

namespace tycho::gpu::tree_pm {

using tycho::tree_pm::HostWalk;

/// scheme = particle: a walk a thread over the whole tree.
template <typename Real>
std::unique_ptr<HostWalk> make_particle_walk(const tycho::tree_pm::Options& options);

}  // namespace tycho::gpu::tree_pm
