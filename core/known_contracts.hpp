// The contracts of this project in one list, for those who read of an algorithm by its name and
// link no backend.
#pragma once

#include <span>
#include <string_view>

#include "core/contract.hpp"

namespace tycho {

std::span<const Contract* const> known_contracts();

/// Null where none has the name.
const Contract* find_contract(std::string_view name);

/// Whether what a step does depends on where the particles are, so that a run counts its own work
/// (Algorithm::work_share) and the contract's counts are only what is expected.
bool counts_as_it_runs(const Contract& contract);

}  // namespace tycho
