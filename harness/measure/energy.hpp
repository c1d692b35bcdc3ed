// The energy of a run's state: with the potential that the algorithm knows at its particles, else
// by a sum over all pairs with its softening.
#pragma once

#include <functional>

#include "core/algorithm.hpp"

namespace tycho::measure {

/// How much the energy changed since the first call, relative: of the state last loaded or stored,
/// which `particles` are. To be called in the order of time.
using EnergyError = std::function<double(const Particles& particles)>;

/// Of what the contract says is conserved: in an expanding box the error is that of the
/// Layzer-Irvine equation; null where nothing is. The algorithm must outlive it.
EnergyError energy_error_of(Algorithm& algorithm, const Settings& settings);

}  // namespace tycho::measure
