// The energy of a run's state: with the potential that the algorithm knows at its particles, else
// by a sum over all pairs with its softening.
#pragma once

#include <functional>

#include "core/algorithm.hpp"

namespace tycho {

/// Of the state last loaded or stored, which `particles` are.
using EnergyOf = std::function<double(const Particles& particles)>;

/// The algorithm must outlive it.
EnergyOf energy_of(Algorithm& algorithm, const Settings& settings);

}  // namespace tycho
