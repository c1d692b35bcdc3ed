#include "gpu/force_engines.hpp"

namespace tycho::gpu {

std::span<const EngineKind> force_engines() { return {}; }

}  // namespace tycho::gpu
