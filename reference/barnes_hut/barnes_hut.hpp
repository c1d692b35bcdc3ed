// Gravity by a tree of cells on the CPU (belleman2007, cudagadget2013).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::reference::barnes_hut {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::reference::barnes_hut
