// The smaller run that a check makes beside the run itself.
#pragma once

#include <cstdint>

#include "harness/terms/check_spec.hpp"

namespace tycho::checks {

/// How many particles it has; 0: the check makes none.
std::int64_t smaller_run(const terms::CheckSpec& spec, std::int64_t particles);

}  // namespace tycho::checks
