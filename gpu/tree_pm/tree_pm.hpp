// TreePM on the GPU (cudagadget2013).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::gpu::tree_pm {

std::unique_ptr<Algorithm> make(const Settings& settings);

/// scheme = device.
template <typename Real>
std::unique_ptr<Algorithm> make_on_device(const Settings& settings);

/// scheme = particle, whose tree, bodies and mesh are the host's.
template <typename Real>
std::unique_ptr<Algorithm> make_on_host(const Settings& settings);

}  // namespace tycho::gpu::tree_pm
