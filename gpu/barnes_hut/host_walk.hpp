// The walks on the GPU through a tree that the host has built: what
// core/steps/barnes_hut_on_host.cpp leaves to this side.
#pragma once

#include <memory>

#include "core/steps/barnes_hut_on_host.hpp"

namespace tycho::gpu::barnes_hut {

using tycho::barnes_hut::HostBodies;
using tycho::barnes_hut::HostWalk;

/// scheme = particle: a walk a thread over the whole tree.
template <typename Real>
std::unique_ptr<HostWalk> make_particle_walk(const tycho::barnes_hut::Options& options);

/// scheme = grouped: each group's list by direct summation.
template <typename Real>
std::unique_ptr<HostWalk> make_group_walk(const tycho::barnes_hut::Options& options);

}  // namespace tycho::gpu::barnes_hut
