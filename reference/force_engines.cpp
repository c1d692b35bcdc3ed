#include "reference/force_engines.hpp"

#include "reference/hermite/engine.hpp"

namespace tycho::reference {

std::span<const EngineKind> force_engines() { return {&hermite::engine_kind(), 1}; }

}  // namespace tycho::reference
