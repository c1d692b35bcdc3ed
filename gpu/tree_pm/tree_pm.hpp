// TreePM on the GPU (cudagadget2013): the stages of core/steps/tree_pm.hpp.
#pragma once

#include <memory>

#include "core/steps/tree_pm.hpp"

namespace tycho::gpu::tree_pm {

std::unique_ptr<Algorithm> make(const Settings& settings);

/// scheme = device. scheme = particle has the host's stages: gpu/tree_pm/host_walk.hpp.
template <typename Real>
std::unique_ptr<tycho::tree_pm::Stages> make_device_stages(const Settings& settings);

}  // namespace tycho::gpu::tree_pm
