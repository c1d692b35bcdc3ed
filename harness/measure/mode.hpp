// The one mode that a plasma was seeded with, as the charge on the grid has it.
#pragma once

#include <complex>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/algorithm.hpp"

namespace tycho::measure {

/// Its complex amplitude over the mean density, in the state last loaded or stored.
using ModeOf = std::function<std::complex<double>()>;
/// (time, amplitude)
using ModeSeries = std::vector<std::pair<double, std::complex<double>>>;

/// Null where the initial condition seeds no mode. The algorithm must outlive it.
ModeOf mode_of(Algorithm& algorithm, const Settings& settings, const nlohmann::json& initial);

}  // namespace tycho::measure
