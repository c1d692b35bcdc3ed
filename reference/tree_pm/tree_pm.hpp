// Gravity in an expanding periodic box by mesh and tree on the CPU (cudagadget2013).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::reference::tree_pm {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::reference::tree_pm
