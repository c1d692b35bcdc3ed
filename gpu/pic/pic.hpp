// The CUDA side of the two-dimensional electrostatic particle-in-cell code.
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::gpu::pic {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::gpu::pic
