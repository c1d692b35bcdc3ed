// How far a run is, for people.
#pragma once

#include <functional>
#include <string>

namespace tycho::measure {

/// What a run is doing and the fraction of it done.
using Progress = std::function<void(const std::string& phase, double fraction)>;

}  // namespace tycho::measure
