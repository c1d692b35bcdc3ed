// All-pairs leapfrog on the CPU (bertinelli2025).
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::reference::all_pairs {

std::unique_ptr<Algorithm> make(const Settings& settings);

}  // namespace tycho::reference::all_pairs
