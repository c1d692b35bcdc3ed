// The probes of this machine's processor.
#pragma once

#include <span>

#include "core/probe.hpp"

namespace tycho::reference {

std::span<const Probe> probes();

}  // namespace tycho::reference
