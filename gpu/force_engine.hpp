// What computes forces for the GRAPE-6 library. In a file of its own: the library links no other
// algorithm.
#pragma once

#include <memory>

#include "core/force_engine.hpp"

namespace tycho::gpu {

/// Precision ds, fp32 or fp64. Unavailable where no kernel can run.
std::unique_ptr<ForceEngine> make_force_engine(const EngineOptions& options);

}  // namespace tycho::gpu
