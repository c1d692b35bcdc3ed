// Direct N-body with Hermite block steps on the GPU (belleman2007).
#pragma once

#include <memory>

#include "core/steps/hermite.hpp"

namespace tycho::gpu::hermite {

std::unique_ptr<Algorithm> make(const Settings& settings);

/// predict = device: all on the GPU. precision is F's.
template <typename F>
std::unique_ptr<tycho::hermite::Stages> make_on_device(const tycho::hermite::Options& options);

/// predict = host: predictor and corrector on the CPU, as published.
template <typename F>
std::unique_ptr<tycho::hermite::Stages> make_on_host(const tycho::hermite::Options& options);

}  // namespace tycho::gpu::hermite
