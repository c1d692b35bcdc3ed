// What the reference of a run is: the code that it is checked against.
#pragma once

#include "harness/case/plan.hpp"

namespace tycho::cases {

/// What the reference is given: the run's own parameters and variant, in double precision and with
/// the plain loops, which are the contract's defaults on the CPU.
Settings reference_settings(const Settings& settings);

/// The settings of a run's reference: of the plain one, or of the variant that the case names for
/// its size.
Settings settings_of_reference(const RunSpec& run);

}  // namespace tycho::cases
