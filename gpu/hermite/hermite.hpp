// Direct N-body with Hermite block steps on the GPU (belleman2007).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::gpu::hermite {

std::unique_ptr<Algorithm> make(const Settings& settings);

/// predict = device: all on the GPU. precision is F's.
template <typename F>
std::unique_ptr<Algorithm> make_on_device(const Settings& settings);

/// predict = host: predictor and corrector on the CPU, as published.
template <typename F>
std::unique_ptr<Algorithm> make_on_host(const Settings& settings);

}  // namespace tycho::gpu::hermite
