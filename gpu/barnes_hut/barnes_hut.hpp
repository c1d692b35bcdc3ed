// Barnes-Hut on the GPU (belleman2007, cudagadget2013).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::gpu::barnes_hut {

std::unique_ptr<Algorithm> make(const Settings& settings);

/// scheme = device.
template <typename Real>
std::unique_ptr<Algorithm> make_on_device(const Settings& settings);

/// scheme = particle and scheme = grouped, whose tree the host builds.
template <typename Real>
std::unique_ptr<Algorithm> make_on_host(const Settings& settings);

}  // namespace tycho::gpu::barnes_hut
