// All-pairs leapfrog on the GPU (bertinelli2025).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::gpu::all_pairs {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::gpu::all_pairs
