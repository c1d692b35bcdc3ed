// What the host knows of steps of dt / 2^k, each body its own, whatever the backend.
#pragma once

#include <cstdint>

#include "core/tree/ticks.hpp"

namespace tycho::tree {

/// What is known of the bodies' steps, once the due bodies have chosen theirs.
struct Rungs {
  int deepest = 0;           // of all bodies
  std::int64_t floored = 0;  // due bodies that wanted a shorter step than the deepest rung's
};

}  // namespace tycho::tree
