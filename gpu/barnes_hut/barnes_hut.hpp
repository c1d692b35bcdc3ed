// Barnes-Hut on the GPU (belleman2007, cudagadget2013): the stages of core/steps/barnes_hut.hpp.
#pragma once

#include <memory>

#include "core/steps/barnes_hut.hpp"

namespace tycho::gpu::barnes_hut {

std::unique_ptr<Algorithm> make(const Settings& settings);

/// scheme = device. The other schemes have the host's stages: gpu/barnes_hut/host_walk.hpp.
template <typename Real>
std::unique_ptr<tycho::barnes_hut::Stages> make_device_stages(const Settings& settings);

}  // namespace tycho::gpu::barnes_hut
