// The stages of tree_pm where bodies, tree and mesh are on the host: the CPU side, and the GPU
// scheme that leaves the host all but the walk.
#pragma once

#include <memory>

#include "core/bodies/tree_pm.hpp"
#include "core/steps/host_walk.hpp"
#include "core/steps/tree_pm.hpp"

namespace tycho::tree_pm {

/// How bodies walk.
struct WalkRule {
  Split split;
  bool relative = true, table = true;
  double alpha = 0;  // of the relative criterion
};

using HostWalk = tree::HostWalk<WalkRule, HostBodies>;

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk);

}  // namespace tycho::tree_pm
