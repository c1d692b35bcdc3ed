// The stages of barnes_hut where bodies and tree are on the host: the CPU side, and the GPU schemes
// that leave the host all but the walk.
#pragma once

#include <memory>

#include "core/bodies/barnes_hut.hpp"
#include "core/steps/barnes_hut.hpp"
#include "core/steps/host_walk.hpp"

namespace tycho::barnes_hut {

/// How bodies walk.
struct WalkRule {
  bool relative = false, quadrupole = true, spline = false;
  double alpha = 0;      // of the relative criterion
  double softening = 0;  // Plummer's
  double radius = 0;     // the spline's h, where bodies have none of their own
};

using HostWalk = tree::HostWalk<WalkRule, HostBodies>;

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk);

}  // namespace tycho::barnes_hut
