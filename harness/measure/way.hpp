// What an evolution has seen up to a state, beside the state in a checkpoint: so that a run in
// several sittings tells the same of its whole way as an unbroken one.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/measure/evolution.hpp"

namespace tycho::measure {

/// All of `seen` but the kept states and the final one, with the energies that its errors were made
/// from.
nlohmann::json way_of(const Evolution& seen, const EnergyError& energy);

/// Puts it back.
void take_way(const nlohmann::json& way, Evolution& seen, EnergyError& energy);

}  // namespace tycho::measure
