// Electrostatic particle-in-cell code in two dimensions on the CPU (decyk2009).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::reference::pic {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::reference::pic
