// The plain double-precision reference of a run, on all cores of this machine: what the run is
// checked against.
#pragma once

#include <memory>
#include <span>

#include "core/algorithm.hpp"
#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"

namespace tycho::measure {

/// Null where the list has no implementation of the algorithm.
const Implementation* find_implementation(std::span<const Implementation> list,
                                          std::string_view algorithm);

/// What the reference is given: the run's own parameters and variant, in double precision and with
/// the plain loops, which are the contract's defaults on the CPU.
Settings reference_settings(const Settings& settings);

/// The settings of a run's reference: of the plain one, or of the variant that the case names for
/// its size.
Settings settings_of_reference(const cases::RunSpec& run);

/// The reference of a run, loaded with a state. Throws Unavailable where there is none.
std::unique_ptr<Algorithm> reference_from(const cases::RunSpec& run, const Backends& backends,
                                          const Particles& state);

/// What an algorithm makes of its state in a number of steps.
Particles after_steps(Algorithm& algorithm, const Contract& contract, std::size_t particles,
                      std::int64_t steps);

}  // namespace tycho::measure
