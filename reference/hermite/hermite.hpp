// Direct N-body with Hermite block steps on the CPU (belleman2007).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::reference::hermite {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::reference::hermite
