// The CPU's force engine: double precision, any number of threads.
#pragma once

#include "core/force_engine.hpp"

namespace tycho::reference::hermite {

const EngineKind& engine_kind();

}  // namespace tycho::reference::hermite
