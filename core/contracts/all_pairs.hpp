// All-pairs gravity with a kick-drift-kick leapfrog: bertinelli2025.
#pragma once

#include "core/contract.hpp"

namespace tycho::all_pairs {

enum StageId { kForce, kKick, kDrift };

const Contract& contract();

}  // namespace tycho::all_pairs
