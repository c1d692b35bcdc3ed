// Variants whose whole run would take too long at a size: whole steps of them are timed at epochs
// of the run of another variant, which carries the particles from one epoch to the next.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/settings.hpp"

namespace tycho::cases {

/// What a size of a case says of runs that are timed along another one.
struct Along {
  std::string carrier;                // the variant that is run whole
  std::vector<std::string> variants;  // which are timed along it
  int epochs = 0;
  std::int64_t steps = 1;  // whole steps that are timed at each epoch
};

/// What one such run has to know.
struct AlongRun {
  std::string carrier;
  Settings settings;  // the carrier's
  int epochs = 0;
  std::int64_t steps = 1;
};

}  // namespace tycho::cases
