// The plain double-precision reference of a run, on all cores of this machine: what the run is
// checked against.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/algorithm.hpp"
#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"

namespace tycho::measure {

/// Null where the list has no implementation of the algorithm.
const Implementation* find_implementation(std::span<const Implementation> list,
                                          std::string_view algorithm);

/// The reference of a run, loaded with a state. Throws Unavailable where there is none.
std::unique_ptr<Algorithm> reference_from(const cases::RunSpec& run, const Backends& backends,
                                          const Particles& state);

/// What an algorithm makes of its state in a number of steps, which may take hours: `told` hears
/// which part of them is taken.
Particles after_steps(Algorithm& algorithm, const Contract& contract, std::size_t particles,
                      std::int64_t steps, const std::function<void(double part)>& told = {});

}  // namespace tycho::measure
