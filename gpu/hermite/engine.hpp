// The GPU's force engine: precision fp32, ds or fp64.
#pragma once

#include "core/force_engine.hpp"

namespace tycho::gpu::hermite {

const EngineKind& engine_kind();

}  // namespace tycho::gpu::hermite
